package play

import (
	"context"
	"errors"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/player"
)

// playersBody names both players of a game that an organiser opens.
type playersBody struct {
	Cho string `json:"cho"`
	Han string `json:"han"`
} // @name PlayerPair

func notOrganising() *rest.Problem {
	return rest.NewProblem(rest.CodeForbidden, "this takes a token with the scope "+auth.ScopeOrganise)
}

// asSeen has a request judged by what its sender sees of a game: what they
// expect of it must not be answered by what is held back. A decision that is
// right by what they see is carried out on the game as it stands, at whatever
// ply.
func asSeen(q journal.Request) journal.Request {
	q.AsShown = q.Command
	if decision, ok := q.Command.(game.Adjudicate); ok {
		decision.Ply = nil
		q.Command = decision
	}
	return q
}

// parsePlayers reads the players of an organiser's game.
func parsePlayers(b createGameBody) (*game.BySide[string], error) {
	switch {
	case b.Side != "":
		return nil, rest.BadField("side", "goes without players")
	case b.Opponent != nil:
		return nil, rest.BadField("opponent", "goes without players")
	case b.Players.Cho == "":
		return nil, rest.BadField("players.cho", "is missing")
	case b.Players.Han == "":
		return nil, rest.BadField("players.han", "is missing")
	case b.Players.Cho == b.Players.Han:
		return nil, rest.BadField("players", "must be two")
	}
	return &game.BySide[string]{Cho: b.Players.Cho, Han: b.Players.Han}, nil
}

// mayOpenFor tells whether somebody may open a game for two players, whom the
// server must know.
func (h *Handlers) mayOpenFor(ctx context.Context, identity auth.Identity, both game.BySide[string]) error {
	if !identity.HasScope(auth.ScopeOrganise) {
		return notOrganising()
	}
	for _, p := range []struct{ field, id string }{{"players.cho", both.Cho}, {"players.han", both.Han}} {
		if _, computer := player.ComputerStrength(p.id); computer {
			return rest.BadField(p.field, "is a computer: name it as the opponent of a game")
		}
		_, err := h.Model.PlayerName(ctx, p.id)
		if errors.Is(err, journal.ErrNotFound) {
			return rest.BadField(p.field, "is no player that this server knows")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

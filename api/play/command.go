package play

import (
	"context"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// commandOn says what is particular to a command on a game.
type commandOn struct {
	// open: anybody with a token may send it, not only the game's players.
	open bool
	// organising: whoever organises may send it, whether a player of the game or
	// not.
	organising bool
	// turn: it is never limited for the side to move.
	turn bool
	// limit counts the command, beside its being refused.
	limit *limit.Policy
	// budget is what the command takes from instead of other-writes-a-day.
	budget *limit.Policy
	// prepare adds what is known here to a command.
	prepare func(ctx context.Context, g *journal.Game, c game.Command) (game.Command, error)
	// after is done once the command is, also when it comes again.
	after func(ctx context.Context, g *journal.Game) error
	// parse reads the body; its errors are about values that could never be
	// right.
	parse func(data []byte, g *journal.Game, player string) (game.Command, error)
}

// budgetOf is the budget of what a command writes. A turn of a game between
// people has none.
func (c *commandOn) budgetOf(g *journal.Game) *limit.Policy {
	switch seats := &g.State.Seats; {
	case !c.turn && c.budget != nil:
		return c.budget
	case !c.turn:
		return &limit.OtherWritesADay
	case seats.SoloGame(), seats.HaveComputer():
		return &limit.HotSeatTurnsADay
	}
	return nil
}

// commandWith makes a command out of a body that decodes into a B.
func commandWith[B any](build func(b B, player string) (game.Command, error)) commandOn {
	return commandOn{parse: func(data []byte, _ *journal.Game, player string) (game.Command, error) {
		var b B
		if err := body.Decode(data, &b); err != nil {
			return nil, err
		}
		if named, ok := any(b).(interface{ namedPly() *int }); ok {
			if err := checkPly(named.namedPly()); err != nil {
				return nil, err
			}
		}
		return build(b, player)
	}}
}

// checkPly refuses a number of turns that no game can be at.
func checkPly(ply *int) error {
	if ply != nil && *ply < 0 {
		return rest.BadField("ply", "must be a number of turns")
	}
	return nil
}

// plyBody is the body of commands that need no more than, perhaps, the ply they
// are meant for.
type plyBody struct {
	Ply *int `json:"ply"` // turns made so far; refuses a command meant for another moment
} // @name AtPly

func (b plyBody) namedPly() *int { return b.Ply }

// run carries out a command on the game in the path. The order of its checks is
// the one that clients rely on (docs/errors.md).
func (h *Handlers) run(c echo.Context, id string, command commandOn) error {
	ctx := rest.NewCommandContext(c)
	defer ctx.End()

	identity, invalid := h.Access.Identify(c)
	g, err := h.Access.Visible(ctx, id, identity.Player, command.open)
	if err != nil {
		return err
	}
	refused := refusedAttempts{h.Limits, c, identity.Player}
	if !command.turn {
		if err := refused.tooMany(); err != nil {
			return err
		}
	}
	if command.limit != nil {
		if err := h.Limits.Take(c, *command.limit, rest.Sender(c, identity.Player)); err != nil {
			return err
		}
	}
	if invalid != nil {
		return refused.orTooMany(invalid)
	}
	if identity.Player == "" {
		return refused.orTooMany(rest.Unauthenticated("this call needs a token"))
	}
	switch {
	case command.organising && !identity.HasScope(auth.ScopeOrganise):
		return refused.count(notOrganising())
	case !command.organising && !command.open && !g.State.Seats.Holds(identity.Player):
		return refused.count(rest.NewProblem(rest.CodeNotYourGame, game.NotYourGame.Error()))
	}
	q, err := h.Access.ReadRequest(c, identity, func(data []byte) (game.Command, error) {
		return command.parse(data, g, identity.Player)
	})
	if err != nil {
		return refused.count(err)
	}
	if command.open {
		if err := h.Access.EnsurePlayer(ctx, identity); err != nil {
			return err
		}
	}
	if command.open && access.DelayedFor(&g.State, identity.Player) && g.State.Seats.Full() {
		// The game itself would answer by how it stands, which is held back.
		return refused.count(h.Access.Refusal(ctx, refusedByWhatIsShown(g, q), g, identity.Player))
	}
	if command.organising && access.DelayedFor(&g.State, identity.Player) {
		q = asSeen(q)
	}
	budget := command.budgetOf(g)
	refund := func() {}
	if budget != nil {
		if refund, err = h.Limits.Spend(c, *budget, 1); err != nil {
			return err
		}
	}
	if command.prepare != nil {
		if q.Command, err = command.prepare(ctx, g, q.Command); err != nil {
			refund()
			return err
		}
	}
	if !access.DelayedFor(&g.State, identity.Player) {
		q.Game = g // not one from which a delay holds something back
	}
	result, err := h.Journal.Execute(ctx, id, q)
	if err == nil {
		err = result.Refusal
	}
	if err != nil || result.Replayed {
		refund()
	}
	if err != nil {
		return refused.count(h.Access.Refusal(ctx, err, result.Game, identity.Player))
	}
	if command.after != nil {
		if err := command.after(ctx, result.Game); err != nil {
			return err
		}
	}
	return h.answerCommand(c, ctx, http.StatusOK, result, identity.Player)
}

// refusedByWhatIsShown is why nobody joins a game any more, as far as those may
// know whom its delay holds back.
func refusedByWhatIsShown(g *journal.Game, q journal.Request) error {
	if q.IfRevision != nil && !slices.Contains(q.IfRevision, g.Revision) {
		return journal.ErrStale
	}
	return game.SeatTaken
}

// answerCommand answers with the game as the command left it, to others than its
// players as they may see it now.
func (h *Handlers) answerCommand(c echo.Context, ctx context.Context, status int, result journal.Result, viewer string) error {
	g, err := h.Access.SpectatorView(ctx, result.Game, viewer)
	if err != nil {
		return err
	}
	header := c.Response().Header()
	rest.SetFields(header, rest.HeaderPosition, g.Position.String()) // where nothing was held back: of what was written
	if result.Replayed {
		header.Set(rest.HeaderReplayed, "true")
	}
	if rest.WantsMinimal(c) {
		header.Set(rest.HeaderPreferApplied, "return=minimal")
		return h.Views.Write(c, ctx, http.StatusNoContent, g, viewer)
	}
	return h.Views.Write(c, ctx, status, g, viewer)
}

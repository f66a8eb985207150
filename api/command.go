package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// commandTimeout bounds a command whatever the client does. It goes on when the
// client hangs up, so that what became of it is known here.
const commandTimeout = 15 * time.Second

// commandOn says what is particular to a command on a game.
type commandOn struct {
	// open: anybody with a token may send it, not only the game's players.
	open bool
	// parse reads the body; its errors are about values that could never be
	// right.
	parse func(data []byte, g *journal.Game, player string) (game.Command, error)
}

// commandWith makes a command out of a body that decodes into a B.
func commandWith[B any](build func(b B, player string) (game.Command, error)) commandOn {
	return commandOn{parse: func(data []byte, _ *journal.Game, player string) (game.Command, error) {
		var b B
		if err := body.Decode(data, &b); err != nil {
			return nil, err
		}
		return build(b, player)
	}}
}

// plyBody is the body of commands that need no more than, perhaps, the ply they
// are meant for.
type plyBody struct {
	Ply *int `json:"ply"` // turns made so far; refuses a command meant for another moment
} // @name AtPly

// run carries out a command on the game in the path. The order of its checks is
// the one that clients rely on (docs/errors.md).
func (s *Server) run(c echo.Context, id string, command commandOn) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), commandTimeout)
	defer cancel()

	identity, invalid := s.identify(c)
	g, err := s.visible(ctx, id, identity.Player, command.open)
	if err != nil {
		return err
	}
	if err := s.refusedTooOften(c, identity); err != nil {
		return err
	}
	if invalid != nil {
		return invalid
	}
	if identity.Player == "" {
		return unauthenticated("this call needs a token")
	}
	if !command.open && !g.State.Seats.Holds(identity.Player) {
		return s.refused(c, identity, problem(CodeNotYourGame, game.NotYourGame.Error()))
	}
	q, err := s.request(c, identity, func(data []byte) (game.Command, error) {
		return command.parse(data, g, identity.Player)
	})
	if err != nil {
		return s.refused(c, identity, err)
	}
	if command.open {
		if err := s.enrol(ctx, identity); err != nil {
			return err
		}
	}
	result, err := s.journal.Execute(ctx, id, q)
	if err == nil {
		err = result.Refusal
	}
	if err != nil {
		return s.refused(c, identity, s.refusal(ctx, err, result.Game, identity.Player))
	}
	return s.answerCommand(c, ctx, http.StatusOK, result, identity.Player)
}

// request reads what surrounds a command. The time of arrival is taken once the
// body is there.
func (s *Server) request(c echo.Context, identity auth.Identity, parse func(data []byte) (game.Command, error)) (journal.Request, error) {
	data, err := readBody(c)
	if err != nil {
		return journal.Request{}, err
	}
	q := journal.Request{At: s.arrival(), Actor: identity.Player, Correlation: requestID(c)}
	if q.Key, err = idempotencyKey(c); err != nil {
		return q, err
	}
	if q.IfRevision, err = ifMatch(c); err != nil {
		return q, err
	}
	if q.Key != "" {
		q.Digest = digest(c.Request().URL.Path, data)
	}
	q.Command, err = parse(data)
	return q, err
}

// digest tells one request under a key from another.
func digest(path string, data []byte) string {
	sum := sha256.Sum256(append([]byte(path+"\n"), data...))
	return hex.EncodeToString(sum[:16])
}

// visible loads a game for somebody. A private game is found by its players
// alone; when joining is what they want, also by others while it waits. A
// stranger to the game as this node knows it may have joined on another one.
func (s *Server) visible(ctx context.Context, id, player string, joining bool) (*journal.Game, error) {
	g, err := s.journal.Load(ctx, id)
	if err != nil || g.State.Seats.Holds(player) {
		return g, err
	}
	if player != "" || g.State.Visibility == game.Private {
		if g, err = s.journal.Refresh(ctx, id); err != nil {
			return nil, err
		}
	}
	if g.State.Visibility == game.Private && !g.State.Seats.Holds(player) && !(joining && g.State.Status == game.Waiting) {
		return nil, journal.ErrNotFound
	}
	return g, nil
}

// refusal is an error as a problem, with the game where it is about its state.
func (s *Server) refusal(ctx context.Context, err error, g *journal.Game, viewer string) *Problem {
	p := problemOf(err)
	if g == nil || (p.Status != http.StatusConflict && p.Status != http.StatusPreconditionFailed) {
		return p
	}
	players, err := s.seatViews(ctx, g.State.Seats)
	if err != nil {
		return problemOf(err)
	}
	p.Game = new(viewGame(g, viewer, players))
	return p
}

// answerCommand answers with the game as the command left it.
func (s *Server) answerCommand(c echo.Context, ctx context.Context, status int, result journal.Result, viewer string) error {
	header := c.Response().Header()
	header.Set(headerPosition, result.Game.Position.String())
	if result.Replayed {
		header.Set(headerReplayed, "true")
	}
	if wantsMinimal(c) {
		header.Set(headerPreferApplied, "return=minimal")
		return s.writeGame(c, ctx, http.StatusNoContent, result.Game, viewer)
	}
	return s.writeGame(c, ctx, status, result.Game, viewer)
}

// refusedTooOften stops somebody whose requests were refused too often. What is
// accepted costs nothing, so a legal move never meets this limit.
func (s *Server) refusedTooOften(c echo.Context, identity auth.Identity) error {
	d := s.limits.Peek(limit.RefusedAttempts, sender(c, identity))
	if d.Allowed {
		return nil
	}
	return rateProblem(c, d)
}

// refused charges somebody for a refused request and passes the error on.
func (s *Server) refused(c echo.Context, identity auth.Identity, err error) error {
	if p, ok := errors.AsType[*Problem](err); !ok || p.Status < http.StatusInternalServerError {
		s.limits.Charge(limit.RefusedAttempts, sender(c, identity))
	}
	return err
}

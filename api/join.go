package api

import (
	"context"
	"crypto/subtle"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
)

type joinBody struct {
	Side *string `json:"side"`
	Code *string `json:"code"`
}

// joinGame takes the free seat of a game.
func (s *Server) joinGame(c echo.Context) error {
	return s.run(c, c.Param("id"), commandOn{open: true, parse: parseJoin})
}

// joinRoom takes the free seat of the game that a room code belongs to. Who
// knows the code need not say it again.
func (s *Server) joinRoom(c echo.Context) error {
	g, err := s.room(c)
	if err != nil {
		return err
	}
	return s.run(c, g.ID, commandOn{open: true, parse: func(data []byte, g *journal.Game, player string) (game.Command, error) {
		join, _, err := readJoin(data, player)
		return join, err
	}})
}

func parseJoin(data []byte, g *journal.Game, player string) (game.Command, error) {
	join, code, err := readJoin(data, player)
	if err != nil {
		return nil, err
	}
	needed := g.State.Visibility == game.Private && !g.State.Seats.Holds(player)
	if code == nil && !needed {
		return join, nil
	}
	if code == nil || !sameCode(*code, g.Room) {
		return nil, problem(CodeWrongCode, "")
	}
	return join, nil
}

func readJoin(data []byte, player string) (game.Join, *string, error) {
	var b joinBody
	if err := body.Decode(data, &b); err != nil {
		return game.Join{}, nil, err
	}
	join := game.Join{Player: player}
	if b.Side != nil {
		side, err := janggi.ParseSide(*b.Side)
		if err != nil {
			return join, nil, badField("side", "must be cho or han")
		}
		join.Side = &side
	}
	return join, b.Code, nil
}

func sameCode(typed, code string) bool {
	normal, ok := journal.NormalRoomCode(typed)
	return ok && subtle.ConstantTimeCompare([]byte(normal), []byte(code)) == 1
}

// room finds the game of a code in the path; look-ups are limited so that codes
// cannot be tried out.
func (s *Server) room(c echo.Context) (*journal.Game, error) {
	if err := s.take(c, limit.RoomLookups, address(c)); err != nil {
		return nil, err
	}
	return s.journal.Room(c.Request().Context(), c.Param("code"))
}

// getRoom answers with the game that a room code belongs to.
func (s *Server) getRoom(c echo.Context) error {
	ctx := c.Request().Context()
	identity, invalid := s.identify(c)
	g, err := s.room(c)
	if err != nil {
		return err
	}
	if g, err = s.visible(ctx, g.ID, identity.Player, true); err != nil {
		return err
	}
	if invalid != nil {
		return invalid
	}
	return s.writeGame(c, context.WithoutCancel(ctx), 200, g, identity.Player)
}

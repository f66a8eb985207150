package play

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/room"
)

type joinBody struct {
	Side *string `json:"side"`
	Code *string `json:"code"`
} // @name JoinGame

// Join takes the free seat of a game.
//
//	@ID joinGame
//	@Summary Join a game
//	@Description Takes the free seat. If you have it already, or name no side, the answer is the game. A private game needs its room code. Then both choose a setup.
//	@Tags games
//	@Param body body joinBody false "Which seat; the code of a private game"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "wrong_code"
//	@Failure 409 {object} rest.Problem "already_joined seat_taken game_over"
//	@x-traits ["game","command","changed","tried by room-lookups","charged by other-writes-a-day"]
//	@Router /v1/games/{id}/join [post]
func (h *Handlers) Join(c echo.Context) error {
	return h.run(c, c.Param("id"), commandOn{open: true, parse: func(data []byte, g *journal.Game, player string) (game.Command, error) {
		return h.parseJoin(c, data, g, player)
	}})
}

// JoinRoom takes the free seat of the game that a room code belongs to. Who
// knows the code need not say it again.
//
//	@ID joinRoom
//	@Summary Join the game of a room code
//	@Description As `POST /v1/games/{id}/join`, by the code that the other player passed on; a private game needs no more.
//	@Tags rooms
//	@Param body body joinBody false "Which seat"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 409 {object} rest.Problem "already_joined seat_taken game_over"
//	@x-traits ["room","command","changed","tried by room-lookups","charged by other-writes-a-day"]
//	@Router /v1/rooms/{code}/join [post]
func (h *Handlers) JoinRoom(c echo.Context) error {
	g, err := h.room(c)
	if err != nil {
		return err
	}
	return h.run(c, g.ID, commandOn{open: true, parse: func(data []byte, g *journal.Game, player string) (game.Command, error) {
		join, _, err := readJoin(data, player)
		return join, err
	}})
}

// parseJoin reads a join by the game's id. Guessing a code here counts like
// looking one up.
func (h *Handlers) parseJoin(c echo.Context, data []byte, g *journal.Game, player string) (game.Command, error) {
	join, code, err := readJoin(data, player)
	if err != nil {
		return nil, err
	}
	needed := g.State.Visibility == game.Private && !g.State.Seats.Holds(player)
	if code == nil && !needed {
		return join, nil
	}
	if needed {
		if err := h.mayTryCodes(c); err != nil {
			return nil, err
		}
	}
	if code == nil || !sameCode(*code, g.Room) {
		if needed {
			if err := h.Limits.Take(c, limit.RoomLookups, rest.Address(c)); err != nil {
				return nil, err
			}
		}
		return nil, rest.NewProblem(rest.CodeWrongCode, "")
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
			return join, nil, rest.BadField("side", "must be cho or han")
		}
		join.Side = &side
	}
	return join, b.Code, nil
}

func sameCode(typed, code string) bool {
	normal, ok := room.ParseCode(typed)
	return ok && subtle.ConstantTimeCompare([]byte(normal), []byte(code)) == 1
}

// mayTryCodes is the problem that an address has tried too many wrong codes. Right
// ones cost nothing, so that a whole school may join behind one address.
func (h *Handlers) mayTryCodes(c echo.Context) error {
	return h.Limits.Peek(c, limit.RoomLookups, rest.Address(c))
}

// room finds the game of a code in the path; wrong ones are limited so that codes
// cannot be tried out.
func (h *Handlers) room(c echo.Context) (*journal.Game, error) {
	if _, ok := room.ParseCode(c.Param("code")); !ok {
		return nil, journal.ErrNotFound
	}
	if err := h.mayTryCodes(c); err != nil {
		return nil, err
	}
	g, err := h.Model.Room(c.Request().Context(), c.Param("code"))
	if errors.Is(err, journal.ErrNotFound) {
		return nil, cmp.Or(h.Limits.Take(c, limit.RoomLookups, rest.Address(c)), err)
	}
	return g, err
}

// GetRoom answers with the game that a room code belongs to.
//
//	@ID getRoom
//	@Summary Get the game of a room code
//	@Description A private game is found by its code while it waits for a second player.
//	@Tags rooms
//	@Success 200 {object} view.Game "The game as it now stands"
//	@x-traits ["room","anyone","revalidated","store","tried by room-lookups"]
//	@Router /v1/rooms/{code} [get]
func (h *Handlers) GetRoom(c echo.Context) error {
	ctx := c.Request().Context()
	identity, invalid := h.Access.Identify(c)
	g, err := h.room(c)
	if err != nil {
		return err
	}
	if g, err = h.Access.Visible(ctx, g.ID, identity.Player, true); err != nil {
		return err
	}
	if invalid != nil {
		return invalid
	}
	if err := rest.CheckQuery(c); err != nil {
		return err
	}
	return h.Views.Write(c, context.WithoutCancel(ctx), 200, g, identity.Player)
}

package play

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/body"
	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

type rematchBody struct {
	Action *string `json:"action"`
} // @name Rematch

// Rematch asks for another game, or answers that.
//
//	@ID rematch
//	@Summary Play again
//	@Description After the end: `offer` asks for another game with the same options and the sides swapped, or accepts the other player's offer; with `accept` both sit at it. Its id is in `rematch`. `decline` ends it. Labels are not taken over. Against oneself or a computer the other game opens at once.
//	@Tags rooms
//	@Param body body rematchBody true "What to do"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "not_your_game"
//	@Failure 409 {object} rest.Problem "game_not_over nobody_joined already_offered no_offer"
//	@Failure 422 {object} rest.Problem "computer_unavailable"
//	@Failure 503 {object} rest.Problem "overloaded"
//	@x-traits ["game","command","changed","new game","charged by games-a-day"]
//	@Router /v1/games/{id}/rematch [post]
func (h *Handlers) Rematch(c echo.Context) error {
	return h.run(c, c.Param("id"), commandOn{budget: &limit.GamesADay, prepare: h.roomForRematch, parse: h.parseRematch, after: h.openRematch})
}

func (h *Handlers) parseRematch(data []byte, g *journal.Game, player string) (game.Command, error) {
	var b rematchBody
	if err := body.Decode(data, &b); err != nil {
		return nil, err
	}
	next := h.Journal.RematchID(g.ID)
	switch {
	case b.Action == nil:
		return nil, rest.BadField("action", "is missing")
	case *b.Action == "offer":
		return game.OfferRematch{Player: player, Game: next}, nil
	case *b.Action == "accept":
		return game.AcceptRematch{Player: player, Game: next}, nil
	case *b.Action == "decline":
		return game.DeclineRematch{Player: player}, nil
	}
	return nil, rest.BadField("action", "must be offer, accept or decline")
}

// roomForRematch refuses what may open a game where there is no room for one, or
// no computer free for it.
func (h *Handlers) roomForRematch(_ context.Context, g *journal.Game, c game.Command) (game.Command, error) {
	if _, declines := c.(game.DeclineRematch); declines {
		return c, nil
	}
	if person, ok := g.State.Seats.AgainstComputer(); ok {
		if err := h.computersFree(g.State.Seats[person.Other()].ID); err != nil {
			return c, err
		}
	}
	return c, h.RoomForMore()
}

// openRematch opens the game that the players have agreed on. Where a crash kept
// it from being opened, the same request again, or another offer, does it.
func (h *Handlers) openRematch(ctx context.Context, g *journal.Game) error {
	if g.State.Rematch() == "" {
		return nil
	}
	return h.Journal.OpenRematch(ctx, g, h.Now())
}

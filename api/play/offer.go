package play

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
)

// offerBody is the body of what one player offers and the other answers.
type offerBody struct {
	Action *string `json:"action"`
	Ply    *int    `json:"ply"` // turns made so far; refuses what was meant for another moment
} // @name Offer

func (b offerBody) namedPly() *int { return b.Ply }

// offerCommands makes the command of each action.
type offerCommands struct {
	offer, accept, decline func(player string, ply *int) game.Command
}

// runOffer carries out what the body's action names.
func (h *Handlers) runOffer(c echo.Context, commands offerCommands) error {
	return h.run(c, c.Param("id"), commandWith(func(b offerBody, player string) (game.Command, error) {
		switch {
		case b.Action == nil:
			return nil, rest.BadField("action", "is missing")
		case *b.Action == "offer":
			return commands.offer(player, b.Ply), nil
		case *b.Action == "accept":
			return commands.accept(player, b.Ply), nil
		case *b.Action == "decline":
			return commands.decline(player, b.Ply), nil
		}
		return nil, rest.BadField("action", "must be offer, accept or decline")
	}))
}

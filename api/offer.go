package api

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
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
func (s *Server) runOffer(c echo.Context, commands offerCommands) error {
	return s.run(c, c.Param("id"), commandWith(func(b offerBody, player string) (game.Command, error) {
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

// offersView says whose offers are open.
type offersView struct {
	Takeback *janggi.Side `json:"takeback"` // who asks to take turns back
	Draw     *janggi.Side `json:"draw"`     // who proposes a draw
	Rematch  *janggi.Side `json:"rematch"`  // who asks for a rematch
} // @name Offers

func viewOffers(o game.Offers) offersView {
	by := func(o game.Offering) *janggi.Side {
		if !o.Open {
			return nil
		}
		return new(o.By)
	}
	return offersView{Takeback: by(o.Takeback), Draw: by(o.Draw), Rematch: by(o.Rematch)}
}

package play

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/game"
)

// Takeback offers to take turns back, or answers such an offer.
//
//	@ID takeback
//	@Summary Take turns back
//	@Description `offer` asks to take back your last turn (무르기), and the answer to it if there was one; `accept` does it, `decline` does not. The clocks return to where they were, and the side to move starts anew. The next turn withdraws the offer, and a side offers once until its next turn. Against oneself or a computer the turns go at once.
//	@Tags games
//	@Param body body offerBody true "What to do"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "not_your_game"
//	@Failure 409 {object} rest.Problem "game_over game_not_started wrong_ply nothing_to_take_back offer_open already_offered no_offer event_limit"
//	@x-traits ["game","command","changed","charged by other-writes-a-day"]
//	@Router /v1/games/{id}/takeback [post]
func (h *Handlers) Takeback(c echo.Context) error {
	return h.runOffer(c, offerCommands{
		offer:   func(player string, ply *int) game.Command { return game.OfferTakeback{Player: player, Ply: ply} },
		accept:  func(player string, ply *int) game.Command { return game.AcceptTakeback{Player: player, Ply: ply} },
		decline: func(player string, ply *int) game.Command { return game.DeclineTakeback{Player: player, Ply: ply} },
	})
}

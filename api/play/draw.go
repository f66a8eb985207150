package play

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/game"
)

// Draw offers a draw, or answers such an offer.
//
//	@ID draw
//	@Summary Agree on a draw
//	@Description Only where the rules know draws: `settle` is `draw`, or `deom` is whole. `offer` proposes one, or accepts the other side's proposal; `accept` ends the game by `agreement`; `decline` plays on, as does a turn by the side that was asked. A side offers once until its next turn.
//	@Tags games
//	@Param body body offerBody true "What to do"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "not_your_game"
//	@Failure 409 {object} rest.Problem "game_over game_not_started wrong_ply already_offered no_offer"
//	@Failure 422 {object} rest.Problem "no_draws"
//	@x-traits ["game","command","changed","charged by other-writes-a-day"]
//	@Router /v1/games/{id}/draw [post]
func (h *Handlers) Draw(c echo.Context) error {
	return h.runOffer(c, offerCommands{
		offer:   func(player string, ply *int) game.Command { return game.OfferDraw{Player: player, Ply: ply} },
		accept:  func(player string, ply *int) game.Command { return game.AcceptDraw{Player: player, Ply: ply} },
		decline: func(player string, ply *int) game.Command { return game.DeclineDraw{Player: player, Ply: ply} },
	})
}

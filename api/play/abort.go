package play

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/game"
)

// Abort ends a game that has hardly begun, without a result.
//
//	@ID abort
//	@Summary Abort
//	@Description Ends a game without a result, while fewer than two turns have been made.
//	@Tags games
//	@Param body body plyBody false "Perhaps the ply it is meant for"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "not_your_game"
//	@Failure 409 {object} rest.Problem "game_over too_late_to_abort wrong_ply"
//	@x-traits ["game","command","changed","charged by other-writes-a-day"]
//	@Router /v1/games/{id}/abort [post]
func (h *Handlers) Abort(c echo.Context) error {
	return h.run(c, c.Param("id"), commandWith(func(b plyBody, player string) (game.Command, error) {
		return game.Abort{Player: player, Ply: b.Ply}, nil
	}))
}

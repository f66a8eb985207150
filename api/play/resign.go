package play

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/game"
)

// Resign gives the game up for the caller's side.
//
//	@ID resign
//	@Summary Resign
//	@Description Gives the game up: the other side wins. A game that has not started is aborted instead.
//	@Tags games
//	@Param body body plyBody false "Perhaps the ply it is meant for"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "not_your_game"
//	@Failure 409 {object} rest.Problem "game_over game_not_started wrong_ply"
//	@x-traits ["game","command","changed","charged by other-writes-a-day"]
//	@Router /v1/games/{id}/resign [post]
func (h *Handlers) Resign(c echo.Context) error {
	return h.run(c, c.Param("id"), commandWith(func(b plyBody, player string) (game.Command, error) {
		return game.Resign{Player: player, Ply: b.Ply}, nil
	}))
}

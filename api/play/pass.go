package play

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/domain/game"
)

// Pass makes the caller's turn without a move.
//
//	@ID passTurn
//	@Summary Pass
//	@Description Makes your turn without a move (한수쉼). A side in check may not.
//	@Tags games
//	@Param body body plyBody false "Perhaps the ply it is meant for"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "not_your_game"
//	@Failure 409 {object} rest.Problem "game_over game_not_started wrong_ply not_your_turn"
//	@Failure 422 {object} rest.Problem "pass_in_check"
//	@x-traits ["game","command","changed","queued by turns","charged by hot-seat-turns-a-day"]
//	@Router /v1/games/{id}/pass [post]
func (h *Handlers) Pass(c echo.Context) error {
	turn := commandWith(func(b plyBody, player string) (game.Command, error) {
		return game.Pass{Player: player, Ply: b.Ply}, nil
	})
	turn.turn = true
	return h.run(c, c.Param("id"), turn)
}

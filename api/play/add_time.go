package play

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/domain/game"
)

// AddTime gives the other side time.
//
//	@ID addTime
//	@Summary Give the other side 15 seconds
//	@Description Gives the other side 15 seconds: `per_move` for its present or next turn, `fischer` on its clock, `byoyomi` on its main time. No clock gets more than a game can begin with. Each request gives as much again: an `Idempotency-Key` or `If-Match` makes it safe to repeat.
//	@Tags games
//	@Param body body plyBody false "Perhaps the ply it is meant for"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "not_your_game"
//	@Failure 409 {object} rest.Problem "game_over game_not_started wrong_ply clock_full event_limit"
//	@Failure 422 {object} rest.Problem "no_clock"
//	@x-traits ["game","command","changed","limited by added-time","charged by other-writes-a-day"]
//	@Router /v1/games/{id}/add-time [post]
func (h *Handlers) AddTime(c echo.Context) error {
	give := commandWith(func(b plyBody, player string) (game.Command, error) {
		return game.AddTime{Player: player, Ply: b.Ply}, nil
	})
	give.limit = &limit.AddedTime
	return h.run(c, c.Param("id"), give)
}

package play

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

type setupBody struct {
	Setup *string `json:"setup"`
	Side  *string `json:"side"`
} // @name ChooseSetup

// ChooseSetup picks the setup of the caller's side.
//
//	@ID chooseSetup
//	@Summary Choose a setup
//	@Description Where your horses and elephants stand (상차림), from your own left. Han chooses first; the second choice starts the game. A side that does not choose in time gets `HEHE`.
//	@Tags games
//	@Param body body setupBody true "The setup"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "not_your_game"
//	@Failure 409 {object} rest.Problem "game_over game_not_started setup_already_chosen setup_not_due"
//	@Failure 422 {object} rest.Problem "invalid_setup"
//	@x-traits ["game","command","changed","charged by other-writes-a-day"]
//	@Router /v1/games/{id}/setup [post]
func (h *Handlers) ChooseSetup(c echo.Context) error {
	return h.run(c, c.Param("id"), commandWith(func(b setupBody, player string) (game.Command, error) {
		choose := game.ChooseSetup{Player: player}
		if b.Setup == nil {
			return nil, rest.BadField("setup", "is missing")
		}
		if b.Side != nil {
			side, err := janggi.ParseSide(*b.Side)
			if err != nil {
				return nil, rest.BadField("side", "must be cho or han")
			}
			choose.Side = &side
		}
		setup, err := janggi.ParseSetup(*b.Setup)
		if err != nil {
			return nil, rest.NewProblem(rest.CodeInvalidSetup, fmt.Sprintf("%q is none of HEHE, EHEH, HEEH, EHHE, nor one of them in Korean, such as 마상상마", *b.Setup)).WithField("setup")
		}
		choose.Setup = setup
		return choose, nil
	}))
}

package play

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
)

type labelsBody struct {
	Labels map[string]string `json:"labels"`
} // @name SetLabels

// SetLabels replaces a game's labels.
//
//	@ID setLabels
//	@Summary Label a game
//	@Description For organisers, at any time, also after the end: replaces all labels. Takes a token with the scope `organise`; a private game is there for its players and for whoever opened it. With a spectator delay the organiser sees what others may see by now: in the answer, and `If-Match` is about that.
//	@Tags organisers
//	@Param body body labelsBody true "All labels that the game is to have"
//	@Success 200 {object} view.Game "The game as it now stands"
//	@Failure 403 {object} rest.Problem "forbidden"
//	@Failure 409 {object} rest.Problem "event_limit"
//	@x-traits ["game","command","changed","charged by other-writes-a-day"]
//	@Router /v1/games/{id}/labels [post]
func (h *Handlers) SetLabels(c echo.Context) error {
	set := commandWith(func(b labelsBody, _ string) (game.Command, error) {
		if b.Labels == nil {
			return nil, rest.BadField("labels", "is missing")
		}
		if err := rest.CheckLabels(b.Labels); err != nil {
			return nil, err
		}
		return game.SetLabels{Labels: b.Labels}, nil
	})
	set.organising = true
	return h.run(c, c.Param("id"), set)
}

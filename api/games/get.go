package games

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// Get answers with a game, now or at a ply or revision of its past.
//
//	@ID getGame
//	@Summary Get a game, now or at any moment of its past
//	@Description With `ply` the game as it stood after the last event before turn `ply` + 1, so that the last ply shows the end; with `revision` after exactly the events 0 to `revision`. What never was is not found.
//	@Tags games
//	@Param ply query int false "Number of turns made; not together with `revision`" minimum(0)
//	@Param revision query int false "Revision; not together with `ply`" minimum(0)
//	@Param min_revision query int false "Waits up to 2 s until the game has come to this revision and it may be seen" minimum(0)
//	@Success 200 {object} view.Game "The game"
//	@Failure 400 {object} rest.Problem "bad_request"
//	@Failure 409 {object} rest.Problem "not_yet_visible"
//	@Failure 503 {object} rest.Problem "not_yet_visible"
//	@x-traits ["game","anyone","revalidated","store","bounded by calculations"]
//	@Router /v1/games/{id} [get]
func (h *Handlers) Get(c echo.Context) error {
	g, viewer, err := h.Access.Read(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if g, err = h.Access.AsOf(c, g, viewer); err != nil {
		return err
	}
	return h.Views.Write(c, ctx, http.StatusOK, g, viewer)
}

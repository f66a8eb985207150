package pictures

import (
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/picture"
)

// Animation draws a whole game as an animated picture.
//
//	@ID getFilm
//	@Summary Watch the whole game
//	@Description The turns so far as an animated SVG that needs neither font nor script and begins again after its end. Viewers that animate nothing show the start.
//	@Tags pictures
//	@Produce image/svg+xml
//	@Param delay_ms query int false "From one turn to the next" minimum(100) maximum(5000) default(1000)
//	@Success 200 {string} string "The picture"
//	@x-traits ["game","anyone","store","picture","revalidated"]
//	@Router /v1/games/{id}/film.svg [get]
func (h *Handlers) Animation(c echo.Context) error {
	g, _, style, err := h.pictureOf(c)
	if err != nil {
		return err
	}
	delay, err := rest.IntParam(c, "delay_ms", picture.DefaultDelayMS, picture.MinDelayMS, picture.MaxDelayMS)
	if err != nil {
		return err
	}
	leave, err := h.Limits.Work(c, limit.Calculations)
	defer leave()
	if err != nil {
		return err
	}
	svg := picture.SVG(picture.Board{}, style)
	if g.State.Started {
		svg = picture.Film(&g.State.Game, style, delay)
	}
	return writePicture(c, g, pictured{rest.MimeSVG, svg, func() ([]byte, error) { return svg, nil }})
}

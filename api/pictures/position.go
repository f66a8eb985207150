package pictures

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/picture"
)

// PositionSVG draws the position in the query, which may be in no game.
//
//	@ID getPositionSVG
//	@Summary See a position
//	@Description Draws any position, without a game. No token is needed.
//	@Tags pictures
//	@Produce image/svg+xml
//	@Success 200 {string} string "The picture"
//	@Failure 422 {object} rest.Problem "invalid_position"
//	@x-traits ["position in query","picture"]
//	@Router /v1/board.svg [get]
func (h *Handlers) PositionSVG(c echo.Context) error { return h.positionPicture(c, svgPicture) }

// PositionPNG is PositionSVG as PNG.
//
//	@ID getPositionPNG
//	@Summary See a position, as PNG
//	@Description As `GET /v1/board.svg`, for those that cannot show SVG.
//	@Tags pictures
//	@Produce image/png
//	@Success 200 {string} string "The picture"
//	@Failure 422 {object} rest.Problem "invalid_position"
//	@x-traits ["png","position in query","picture"]
//	@Router /v1/board.png [get]
func (h *Handlers) PositionPNG(c echo.Context) error { return h.positionPicture(c, pngPicture) }

func (h *Handlers) positionPicture(c echo.Context, draw func(picture.Board, picture.Style) pictured) error {
	if err := h.Limits.Take(c, limit.Pictures, rest.Address(c)); err != nil {
		return err
	}
	if err := rest.CheckQuery(c); err != nil {
		return err
	}
	style, err := parseStyle(c)
	if err != nil {
		return err
	}
	if !c.QueryParams().Has("fen") {
		return rest.BadField("fen", "is missing")
	}
	position, err := janggi.ParseFEN(c.QueryParam("fen"))
	if err != nil {
		return view.InField("fen", err)
	}
	leave, err := h.Limits.Work(c, limit.Calculations)
	defer leave()
	if err != nil {
		return err
	}
	drawn := draw(picture.Board{Position: &position}, style)
	data, err := drawn.bytes()
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=86400")
	return rest.WriteBytes(c, http.StatusOK, drawn.media, data)
}

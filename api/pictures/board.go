package pictures

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/picture"
)

// BoardSVG draws a game's board, now or at any ply.
//
//	@ID getBoardSVG
//	@Summary See the board
//	@Description The board as SVG that needs no font, now or at any moment of the game; an empty board before the game has started. The last turn, a check and facing generals are marked.
//	@Tags pictures
//	@Produce image/svg+xml
//	@Param ply query int false "Number of turns made; not together with `revision`" minimum(0)
//	@Param revision query int false "Revision; not together with `ply`" minimum(0)
//	@Param min_revision query int false "Waits up to 2 s until the game has come to this revision" minimum(0)
//	@Success 200 {string} string "The picture"
//	@Failure 409 {object} rest.Problem "not_yet_visible"
//	@Failure 503 {object} rest.Problem "not_yet_visible"
//	@x-traits ["game","anyone","store","picture","revalidated"]
//	@Router /v1/games/{id}/board.svg [get]
func (h *Handlers) BoardSVG(c echo.Context) error { return h.gamePicture(c, svgPicture) }

// BoardPNG is BoardSVG as PNG.
//
//	@ID getBoardPNG
//	@Summary See the board, as PNG
//	@Description The same picture for those who cannot show SVG.
//	@Tags pictures
//	@Produce image/png
//	@Param ply query int false "Number of turns made; not together with `revision`" minimum(0)
//	@Param revision query int false "Revision; not together with `ply`" minimum(0)
//	@Param min_revision query int false "Waits up to 2 s until the game has come to this revision" minimum(0)
//	@Success 200 {string} string "The picture"
//	@Failure 409 {object} rest.Problem "not_yet_visible"
//	@Failure 503 {object} rest.Problem "not_yet_visible"
//	@x-traits ["png","game","anyone","store","picture","revalidated"]
//	@Router /v1/games/{id}/board.png [get]
func (h *Handlers) BoardPNG(c echo.Context) error { return h.gamePicture(c, pngPicture) }

// pictured is a picture that may still have to be painted.
type pictured struct {
	media string
	// svg identifies the picture in every format: entity tags are made of it, so
	// that a picture that the client has is not painted again.
	svg   []byte
	bytes func() ([]byte, error)
}

func svgPicture(b picture.Board, style picture.Style) pictured {
	svg := picture.SVG(b, style)
	return pictured{rest.MimeSVG, svg, func() ([]byte, error) { return svg, nil }}
}

func pngPicture(b picture.Board, style picture.Style) pictured {
	return pictured{rest.MimePNG, picture.SVG(b, style), func() ([]byte, error) { return picture.PNG(b, style) }}
}

// gamePicture answers with a picture of the position that the query names.
func (h *Handlers) gamePicture(c echo.Context, draw func(picture.Board, picture.Style) pictured) error {
	g, viewer, style, err := h.pictureOf(c)
	if err != nil {
		return err
	}
	if g, err = h.Access.AsOf(c, g, viewer); err != nil {
		return err
	}
	leave, err := h.Limits.Work(c, limit.Calculations)
	defer leave()
	if err != nil {
		return err
	}
	return writePicture(c, g, draw(boardOf(g), style))
}

// pictureOf is the game in the path, its viewer and the style in the query.
func (h *Handlers) pictureOf(c echo.Context) (g *journal.Game, viewer string, style picture.Style, err error) {
	if g, viewer, err = h.Access.Read(c); err != nil {
		return nil, "", style, err
	}
	if err := h.Limits.Take(c, limit.Pictures, rest.Address(c)); err != nil {
		return nil, "", style, err
	}
	style, err = parseStyle(c)
	return g, viewer, style, err
}

// boardOf is the board of a game with the turn that led to it; empty before the
// start.
func boardOf(g *journal.Game) picture.Board {
	if !g.State.Started {
		return picture.Board{}
	}
	board := &g.State.Game
	b := picture.Board{Position: board.Position()}
	if last, ok := board.LastTurn(); ok {
		b.Last = &last.Move
	}
	return b
}

// writePicture answers with a picture of a game. Clients may keep that of a game
// that is over for a while, and revalidate others each time.
func writePicture(c echo.Context, g *journal.Game, p pictured) error {
	etag := view.ETag(g.Revision, p.svg)
	keep := "no-cache"
	switch {
	case g.State.Visibility == game.Private:
		keep = "private, no-cache"
	case g.State.Status == game.Over:
		keep = "public, max-age=3600"
	}
	header := c.Response().Header()
	header.Set(rest.HeaderETag, etag)
	header.Set(echo.HeaderCacheControl, keep)
	rest.VariesByAsker(header)
	if rest.NotModified(c, etag) {
		return c.NoContent(http.StatusNotModified)
	}
	data, err := p.bytes()
	if err != nil {
		return err
	}
	return rest.WriteBytes(c, http.StatusOK, p.media, data)
}

// parseStyle reads the style of a picture from the query.
func parseStyle(c echo.Context) (style picture.Style, err error) {
	if style.Flip, err = rest.FlagParam(c, "flip"); err != nil {
		return style, err
	}
	query := c.QueryParams()
	if query.Has("lang") {
		if style.Lettering, err = picture.ParseLettering(query.Get("lang")); err != nil {
			return style, rest.BadField("lang", err.Error())
		}
	}
	style.Marks = picture.AllMarks()
	if query.Has("marks") {
		if style.Marks, err = picture.ParseMarks(query.Get("marks")); err != nil {
			return style, rest.BadField("marks", err.Error())
		}
	}
	style.Width, err = rest.IntParam(c, "width", picture.DefaultWidth, picture.MinWidth, picture.MaxWidth)
	return style, err
}

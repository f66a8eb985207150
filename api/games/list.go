package games

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/projections"
)

type List struct {
	Games    []view.Summary `json:"games"`
	Next     *string        `json:"next"`     // cursor of the next page; null at the end
	Position string         `json:"position"` // of the store: the list shows everything up to it
} // @name GamePage

// List lists games by creation, newest first: public ones, and all of
// their own for players who ask for themselves.
//
//	@ID listGames
//	@Summary List games
//	@Description Public games by creation, newest first; for a player who asks for themselves, all of their own. A list is eventually consistent: `position` says up to where it shows the store, and `after_position` waits for more.
//	@Tags games
//	@Param status query game.Status false "Only games with this status"
//	@Param player query string false "Only games of this player"
//	@Param label query []string false "Only games with this label, as `key:value`; given several times, with all of them" collectionFormat(multi)
//	@Param tag query []string false "Only imported games whose record has this tag, as `name:value` in the record's own words; given several times, with all of them" collectionFormat(multi)
//	@Param limit query int false "How many at most" minimum(1) maximum(200) default(50)
//	@Param cursor query string false "`next` of the page before, with the same filters"
//	@Param after_position query string false "Waits up to 2 s until the list shows this position: that of a command's `Position`"
//	@Success 200 {object} List "A page of the list"
//	@Failure 400 {object} rest.Problem "bad_request"
//	@Failure 409 {object} rest.Problem "not_yet_visible"
//	@Failure 503 {object} rest.Problem "not_yet_visible"
//	@x-traits ["facets","anyone","store","bounded by calculations"]
//	@Router /v1/games [get]
func (h *Handlers) List(c echo.Context) error {
	identity, err := h.Access.Identify(c)
	if err != nil {
		return err
	}
	if err := rest.CheckQuery(c); err != nil {
		return err
	}
	ctx := c.Request().Context()
	filter, err := ParseFilter(c)
	if err != nil {
		return err
	}
	filter.Viewer, filter.Now = identity.Player, h.Now()
	if err := h.Access.AwaitPosition(c, ctx); err != nil {
		return err
	}
	leave, err := h.Limits.Work(c, limit.Calculations)
	defer leave()
	if err != nil {
		return err
	}
	page, err := h.Model.Games(ctx, filter)
	if errors.Is(err, projections.ErrCursor) {
		return rest.NotACursor()
	}
	if err != nil {
		return err
	}
	v := List{Games: make([]view.Summary, 0, len(page.Games)), Position: page.Position.String()}
	if page.Next != "" {
		v.Next = &page.Next
	}
	for i := range page.Games {
		g := &page.Games[i]
		players, err := h.Views.Seats(ctx, g.Seats)
		if err != nil {
			return err
		}
		v.Games = append(v.Games, view.NewSummary(g, identity.Player, players))
	}
	rest.VariesByAsker(c.Response().Header())
	return rest.WriteJSON(c, http.StatusOK, rest.MimeJSON, v)
}

func ParseFilter(c echo.Context) (f projections.Filter, err error) {
	switch status := game.Status(c.QueryParam("status")); status {
	case "", game.Waiting, game.Setup, game.Playing, game.Over:
		f.Status = status
	default:
		return f, rest.BadField("status", "must be waiting, setup, playing or ended")
	}
	f.Player = c.QueryParam("player")
	f.Cursor = c.QueryParam("cursor")
	if f.Labels, err = rest.LabelsParam(c); err != nil {
		return f, err
	}
	if f.Tags, err = tagsParam(c); err != nil {
		return f, err
	}
	if f.Facets, err = filtersParam(c); err != nil {
		return f, err
	}
	f.Limit, err = rest.IntParam(c, "limit", projections.DefaultLimit, 1, projections.MaxLimit)
	return f, err
}

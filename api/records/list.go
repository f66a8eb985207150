package records

import (
	"bufio"
	"bytes"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/record"
	"github.com/janggid/janggid/projections"
)

// List answers with the records of all games of a list.
//
//	@ID listRecords
//	@Summary Download many game records
//	@Description The records of all games that `GET /v1/games` lists with the same filters and that have started, newest first, one after the other in one file (JSON: a line each), written while they are read.
//	@Tags records
//	@Produce text/x-gib
//	@Param format query record.Format false "Format; without it and `charset` the `Accept` header chooses, else gib"
//	@Param charset query string false "Encoding of a gib" Enums(utf-8, cp949) default(utf-8)
//	@Param status query game.Status false "Only games with this status"
//	@Param player query string false "Only games of this player"
//	@Param label query []string false "Only games with this label, as `key:value`; given several times, with all of them" collectionFormat(multi)
//	@Param tag query []string false "Only imported games whose record has this tag, as `name:value`; given several times, with all of them" collectionFormat(multi)
//	@Param after_position query string false "Waits up to 2 s until the list shows this position: that of a command's `Position`"
//	@Success 200 {string} string "The records"
//	@Failure 400 {object} rest.Problem "bad_request"
//	@Failure 409 {object} rest.Problem "not_yet_visible"
//	@Failure 503 {object} rest.Problem "not_yet_visible"
//	@x-traits ["facets","anyone","store","many records","bounded by exports","bounded by calculations"]
//	@Router /v1/records [get]
func (h *Handlers) List(c echo.Context) error {
	identity, err := h.Access.Identify(c)
	if err != nil {
		return err
	}
	if err := rest.CheckQuery(c); err != nil {
		return err
	}
	as, err := recordForm(c, rest.MimeNDJSON, rest.MimeJSON)
	if err != nil {
		return err
	}
	filter, err := h.Filter(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if err := h.Access.AwaitPosition(c, ctx); err != nil {
		return err
	}
	done, err := h.Limits.Hold(c, limit.Exports)
	defer done()
	if err != nil {
		return err
	}
	filter.Viewer, filter.Now, filter.Limit, filter.Cursor = identity.Player, h.Now(), projections.MaxLimit, ""
	as.many = true
	page, err := h.Model.Games(ctx, filter)
	if err != nil {
		return err
	}
	as.setHeader(c, "games")
	c.Response().Header().Set(echo.HeaderContentType, as.contentType())
	c.Response().WriteHeader(http.StatusOK)
	if err := h.writeRecords(c, as, filter, page); err != nil {
		h.Log.WarnContext(ctx, "records broke off", "request_id", rest.RequestID(c), "error", err)
		panic(http.ErrAbortHandler) // else the client would take what it has for all there is
	}
	return nil
}

// writeRecords writes the games of a page and of those that follow it.
func (h *Handlers) writeRecords(c echo.Context, as form, filter projections.Filter, page projections.Page) error {
	ctx := c.Request().Context()
	out := bufio.NewWriterSize(c.Response(), 64<<10)
	encoded := as.writer(out)
	var one bytes.Buffer
	for {
		for _, summary := range page.Games {
			if !summary.Started {
				continue
			}
			if err := h.appendRecord(c, &one, as.format, summary.ID, filter.Viewer); err != nil {
				return err
			}
			if _, err := encoded.Write(one.Bytes()); err != nil {
				return err
			}
		}
		if page.Next == "" {
			return errors.Join(out.Flush(), ctx.Err())
		}
		filter.Cursor = page.Next
		var err error
		if page, err = h.Model.Games(ctx, filter); err != nil {
			return err
		}
	}
}

// appendRecord writes the record of one game to an empty buffer. Each is work of
// its own, so that a slow client keeps nobody else waiting.
func (h *Handlers) appendRecord(c echo.Context, one *bytes.Buffer, f record.Format, id, viewer string) error {
	leave, err := h.Limits.Hold(c, limit.Calculations)
	defer leave()
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	g, err := h.Journal.Load(ctx, id)
	if err == nil {
		g, err = h.Access.SpectatorView(ctx, g, viewer)
	}
	if err != nil {
		return err
	}
	one.Reset()
	_, err = h.writeRecord(c, one, g, f)
	return err
}

package api

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

// listRecords writes down all games that a list has.
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
func (s *Server) listRecords(c echo.Context) error {
	identity, err := s.access.Identify(c)
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
	filter, err := parseFilter(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if err := s.access.AwaitPosition(c, ctx); err != nil {
		return err
	}
	done, err := s.limits.Hold(c, limit.Exports)
	defer done()
	if err != nil {
		return err
	}
	filter.Viewer, filter.Now, filter.Limit, filter.Cursor = identity.Player, s.arrival(), projections.MaxLimit, ""
	as.many = true
	page, err := s.model.Games(ctx, filter)
	if err != nil {
		return err
	}
	as.setHeader(c, "games")
	c.Response().Header().Set(echo.HeaderContentType, as.contentType())
	c.Response().WriteHeader(http.StatusOK)
	if err := s.writeRecords(c, as, filter, page); err != nil {
		s.log.WarnContext(ctx, "records broke off", "request_id", rest.RequestID(c), "error", err)
		panic(http.ErrAbortHandler) // else the client would take what it has for all there is
	}
	return nil
}

// writeRecords writes the games of a page and of those that follow it.
func (s *Server) writeRecords(c echo.Context, as form, filter projections.Filter, page projections.Page) error {
	ctx := c.Request().Context()
	out := bufio.NewWriterSize(c.Response(), 64<<10)
	encoded := as.writer(out)
	var one bytes.Buffer
	for {
		for _, summary := range page.Games {
			if !summary.Started {
				continue
			}
			if err := s.appendRecord(c, &one, as.format, summary.ID, filter.Viewer); err != nil {
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
		if page, err = s.model.Games(ctx, filter); err != nil {
			return err
		}
	}
}

// appendRecord puts the record of one game into an empty buffer. Each is work of
// its own: what is slow to be read by the client keeps nobody waiting.
func (s *Server) appendRecord(c echo.Context, one *bytes.Buffer, f record.Format, id, viewer string) error {
	leave, err := s.limits.Hold(c, limit.Calculations)
	defer leave()
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	g, err := s.journal.Load(ctx, id)
	if err == nil {
		g, err = s.access.SpectatorView(ctx, g, viewer)
	}
	if err != nil {
		return err
	}
	one.Reset()
	_, err = s.writeRecord(c, one, g, f)
	return err
}

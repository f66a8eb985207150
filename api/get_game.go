package api

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/journal"
)

// getGame answers with a game, now or at a ply or revision of its past.
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
func (s *Server) getGame(c echo.Context) error {
	g, viewer, err := s.read(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if g, err = s.moment(c, ctx, g, viewer); err != nil {
		return err
	}
	return s.views.Write(c, ctx, http.StatusOK, g, viewer)
}

// moment picks the state of the game that the query asks for, of those that the
// viewer may know.
func (s *Server) moment(c echo.Context, ctx context.Context, g *journal.Game, viewer string) (*journal.Game, error) {
	least, err := rest.RevisionParam(c, "min_revision")
	if err != nil {
		return nil, err
	}
	if least != nil {
		if g, err = s.awaitRevision(ctx, g, *least, viewer); err != nil {
			return nil, err
		}
	}
	query := c.QueryParams()
	switch {
	case query.Has("ply") && query.Has("revision"):
		return nil, rest.BadField("ply", "goes without revision")
	case query.Has("ply"):
		leave, err := s.limits.Work(c, limit.Calculations)
		defer leave()
		if err != nil {
			return nil, err
		}
		ply, err := strconv.ParseInt(query.Get("ply"), 10, 32)
		if err != nil || ply < 0 {
			return nil, rest.BadField("ply", "must be a number of turns")
		}
		if g, err = s.newest(ctx, g.ID, viewer); err != nil {
			return nil, err
		}
		at, err := s.journal.PlyOf(ctx, g, int(ply))
		return at, view.NotFound(err, fmt.Sprintf("the game has no ply %d: %d turns are in force", ply, g.State.Ply()))
	case query.Has("revision"):
		revision, err := rest.RevisionParam(c, "revision")
		if err != nil {
			return nil, err
		}
		leave, err := s.limits.Work(c, limit.Calculations)
		defer leave()
		if err != nil {
			return nil, err
		}
		if *revision > g.Revision {
			if g, err = s.newest(ctx, g.ID, viewer); err != nil {
				return nil, err
			}
			if *revision > g.Revision {
				return nil, view.NotFound(journal.ErrNotFound, fmt.Sprintf("the game has no revision %d: its last is %d", *revision, g.Revision))
			}
		}
		return s.journal.AtRevision(ctx, g.ID, *revision)
	}
	return g, nil
}

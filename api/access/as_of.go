package access

import (
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/journal"
)

// AsOf is the game at the ply or revision in the query, if the viewer may see that.
func (a *Access) AsOf(c echo.Context, g *journal.Game, viewer string) (*journal.Game, error) {
	ctx := c.Request().Context()
	least, err := rest.RevisionParam(c, "min_revision")
	if err != nil {
		return nil, err
	}
	if least != nil {
		if g, err = a.awaitRevision(ctx, g, *least, viewer); err != nil {
			return nil, err
		}
	}
	query := c.QueryParams()
	switch {
	case query.Has("ply") && query.Has("revision"):
		return nil, rest.BadField("ply", "goes without revision")
	case query.Has("ply"):
		leave, err := a.Limits.Work(c, limit.Calculations)
		defer leave()
		if err != nil {
			return nil, err
		}
		ply, err := strconv.ParseInt(query.Get("ply"), 10, 32)
		if err != nil || ply < 0 {
			return nil, rest.BadField("ply", "must be a number of turns")
		}
		if g, err = a.Newest(ctx, g.ID, viewer); err != nil {
			return nil, err
		}
		at, err := a.Journal.PlyOf(ctx, g, int(ply))
		return at, view.NotFound(err, fmt.Sprintf("the game has no ply %d: %d turns are in force", ply, g.State.Ply()))
	case query.Has("revision"):
		revision, err := rest.RevisionParam(c, "revision")
		if err != nil {
			return nil, err
		}
		leave, err := a.Limits.Work(c, limit.Calculations)
		defer leave()
		if err != nil {
			return nil, err
		}
		if *revision > g.Revision {
			if g, err = a.Newest(ctx, g.ID, viewer); err != nil {
				return nil, err
			}
			if *revision > g.Revision {
				return nil, view.NotFound(journal.ErrNotFound, fmt.Sprintf("the game has no revision %d: its last is %d", *revision, g.Revision))
			}
		}
		return a.Journal.AtRevision(ctx, g.ID, *revision)
	}
	return g, nil
}

package view

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/cespare/xxhash/v2"
	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/projections"
)

// Games show games to their viewers, with the players' present names and the
// record that a game was made of.
type Games struct {
	Journal *journal.Journal
	Model   *projections.Model
}

// Game is a game as a viewer sees it.
func (v Games) Game(ctx context.Context, g *journal.Game, viewer string) (*Game, error) {
	players, source, err := v.surroundings(ctx, g)
	if err != nil {
		return nil, err
	}
	return NewGame(g, viewer, players, source), nil
}

func (v Games) surroundings(ctx context.Context, g *journal.Game) (players game.BySide[*Player], source *game.Source, err error) {
	if players, err = v.Seats(ctx, g.State.Seats); err != nil {
		return players, nil, err
	}
	source, err = v.Journal.Source(ctx, g)
	return players, WithoutComments(source), err
}

// Seats gives a game's players their present names; nil for an empty seat.
func (v Games) Seats(ctx context.Context, seats game.Seats) (game.BySide[*Player], error) {
	views := SeatsAlone(seats)
	for _, p := range []*Player{views.Cho, views.Han} {
		if p == nil || p.Kind == game.Recorded {
			continue
		}
		name, err := v.Model.PlayerName(ctx, p.ID)
		if err != nil && !errors.Is(err, journal.ErrNotFound) {
			return views, err
		}
		p.Name = name
	}
	return views, nil
}

// WithoutComments is a source without comments, which only records have.
func WithoutComments(s *game.Source) *game.Source {
	if s == nil || s.Comments == nil {
		return s
	}
	short := *s
	short.Comments = nil
	return &short
}

// Write answers with a game, or without a body if the client has it or wants none.
func (v Games) Write(c echo.Context, ctx context.Context, status int, g *journal.Game, viewer string) error {
	players, source, err := v.surroundings(ctx, g)
	if err != nil {
		return err
	}
	buf := rest.GetBuffer()
	defer rest.PutBuffer(buf)
	memory := gameMemories.Get().(*GameMemory)
	defer gameMemories.Put(memory)
	w := gameWriter{b: buf.AvailableBuffer()}
	w.game(memory.View(g, viewer, players, source))
	if w.err != nil {
		return w.err
	}
	buf.Write(append(w.b, '\n'))
	etag := ETag(g.Revision, buf.Bytes())
	header := c.Response().Header()
	rest.SetFields(header, rest.HeaderETag, etag, echo.HeaderCacheControl, "no-cache")
	rest.VariesByAsker(header)
	switch {
	case status == http.StatusNoContent:
		return c.NoContent(status)
	case c.Request().Method != http.MethodPost && rest.NotModified(c, etag):
		return c.NoContent(http.StatusNotModified)
	}
	return rest.WriteBytes(c, status, rest.MimeJSON, buf.Bytes())
}

// ETag is "<revision>-<digest of the body>".
func ETag(revision uint64, body []byte) string {
	b := strconv.AppendUint(append(make([]byte, 0, 40), '"'), revision, 10)
	b = strconv.AppendUint(append(b, '-'), xxhash.Sum64(body), 36)
	return string(append(b, '"'))
}

package projections

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// A stream that other tools deleted or cut is no stream any more, and one that
// cannot be folded is none yet: both are left out of everything that the model
// answers. Where the explorer had counted a game, which it can only take out
// while it knows its moves, the model is built anew without it.

// leftOut are the streams that are left out, with the reason. They outlive the
// file when that is replaced, and so keep the next one from counting them too.
type leftOut map[string]error

// leaving is a stream that the model has found out to be gone or damaged.
type leaving struct {
	stream  string
	reason  error
	counted bool // the explorer has its game; known once it is written
	back    bool // it can be read again
}

func (l *leaving) isDamaged() bool { return errors.Is(l.reason, journal.ErrDamaged) }

// amongDamaged gives the damaged streams with this one, or without it.
func (l *leaving) amongDamaged(streams []string) []string {
	i, there := slices.BinarySearch(streams, l.stream)
	switch {
	case l.isDamaged() && !there:
		return slices.Insert(slices.Clone(streams), i, l.stream)
	case !l.isDamaged() && there:
		return slices.Delete(slices.Clone(streams), i, i+1)
	}
	return streams
}

// errCounted is why a model is built anew that is sound.
var errCounted = errors.New("streams have come or gone that were counted otherwise")

// isStreamsOwn tells of trouble that one stream has, and no other by it.
func isStreamsOwn(err error) bool {
	return errors.Is(err, eventstore.ErrDeleted) || errors.Is(err, journal.ErrDamaged)
}

// findGone reads the streams of which the store tells that events were deleted or
// cut: a limit may not have come into force yet.
func (m *Model) findGone(ctx context.Context, streams []string) (changes []change, err error) {
	for _, stream := range streams {
		m.journal.Forget(stream)
		if !journal.IsOwnStream(stream) {
			continue
		}
		err := readWhole(ctx, m.journal, stream)
		switch _, left := m.left[stream]; {
		case isStreamsOwn(err):
			changes = append(changes, change{left: &leaving{stream: stream, reason: err}})
		case err != nil:
			return nil, err
		case left:
			changes = append(changes, change{left: &leaving{stream: stream, back: true}})
		}
	}
	return changes, nil
}

// retry looks whether a stream that is left out can be read now.
func (m *Model) retry(ctx context.Context, stream string) (change, error) {
	if err := readWhole(ctx, m.journal, stream); err != nil {
		return change{}, err
	}
	return change{left: &leaving{stream: stream, back: true}}, nil
}

// readWhole reads a stream from its start and folds it. Of the streams of which
// the model keeps nothing it reads none.
func readWhole(ctx context.Context, j *journal.Journal, stream string) error {
	j.Forget(stream)
	var err error
	if id, ok := journal.GameID(stream); ok {
		_, err = j.Load(ctx, id)
	} else if id, ok := journal.PlayerID(stream); ok {
		_, err = j.Players.Load(ctx, id)
	} else if code, ok := journal.RoomCode(stream); ok {
		err = j.CheckRoom(ctx, code)
	}
	if errors.Is(err, journal.ErrNotFound) {
		// Events of it were seen, or it was said to be cut.
		return fmt.Errorf("%w: %s", eventstore.ErrDeleted, stream)
	}
	return err
}

// takeOut takes note of what a committed batch leaves out.
func (m *Model) takeOut(changes []change) {
	for _, c := range changes {
		l := c.left
		if l == nil {
			continue
		}
		m.journal.Forget(l.stream)
		if id, ok := journal.PlayerID(l.stream); ok {
			m.names.cache.Invalidate(id)
		}
		if l.back {
			delete(m.left, l.stream)
			m.recount = true
			continue
		}
		m.recount = m.recount || l.counted
		if _, known := m.left[l.stream]; known {
			continue
		}
		m.left[l.stream] = l.reason
		if l.isDamaged() {
			m.lag.damaged.Add(1)
			m.options.Logger.Error("cannot fold a stream", "stream", l.stream, "error", l.reason)
		} else {
			m.options.Logger.Warn("a stream is gone", "stream", l.stream, "error", l.reason)
		}
	}
}

// retryLeftOut tries the damaged streams of the time before: a newer version of
// this program may be able to read them. The model is built anew then.
func (f *file) retryLeftOut(ctx context.Context, j *journal.Journal, log *slog.Logger) (leftOut, error) {
	left := leftOut{}
	for _, stream := range f.progress.damaged {
		err := readWhole(ctx, j, stream)
		if err == nil {
			log.Warn("a stream that could not be read can be now; building the read model anew", "path", f.path, "stream", stream)
			return leftOut{}, f.empty()
		}
		if !isStreamsOwn(err) {
			return nil, err
		}
		left[stream] = err
	}
	return left, nil
}

// leavingStatements take a stream out of the tables. Lists have no index by game,
// since nothing else asks for it.
type leavingStatements struct {
	game, lists, unlisting, later, waits *sqliteconn.Statement
	row, player, room                    *sqliteconn.Statement
}

func (s *leavingStatements) queries() []query {
	return []query{
		{&s.game, "SELECT created, status = 'ended' AND coalesce(superseded_by, '') = '' AND visibility = 'public' AND started FROM games WHERE id = ?"},
		{&s.lists, "DELETE FROM lists WHERE game = ?"},
		{&s.unlisting, "DELETE FROM unlisting WHERE game = ?"},
		{&s.later, "DELETE FROM explorer_later WHERE game = ?"},
		{&s.waits, "SELECT 1 FROM explorer_later WHERE game = ? LIMIT 1"},
		{&s.row, "DELETE FROM games WHERE created = ?"},
		{&s.player, "DELETE FROM players WHERE id = ?"},
		{&s.room, "DELETE FROM rooms WHERE code = ?"},
	}
}

func (w *writing) leaveOut(l *leaving) error {
	s := &w.leave
	if l.back {
		return nil // the model is built anew
	}
	if id, ok := journal.GameID(l.stream); ok {
		return w.leaveGameOut(l, id)
	}
	if id, ok := journal.PlayerID(l.stream); ok {
		return s.player.Bind(id).Exec()
	}
	if code, ok := journal.RoomCode(l.stream); ok {
		return s.room.Bind(code).Exec()
	}
	return nil
}

func (w *writing) leaveGameOut(l *leaving, id string) error {
	s := &w.leave
	var created int64
	found, explored := false, false
	if _, err := s.game.Bind(id).Rows(func(r *sqliteconn.Row) bool {
		created, explored, found = int64(r.Int(0)), r.Int(1) != 0, true
		return false
	}); err != nil || !found {
		return err
	}
	if explored {
		l.counted = true
		if _, err := s.waits.Bind(created).Rows(func(*sqliteconn.Row) bool {
			l.counted = false
			return false
		}); err != nil {
			return err
		}
	}
	// What this transaction listed before is written at its end.
	w.listed = slices.DeleteFunc(w.listed, func(l listing) bool { return int64(l.game) == created })
	for _, statement := range []*sqliteconn.Statement{s.lists, s.unlisting, s.later, s.row} {
		if err := statement.Bind(created).Exec(); err != nil {
			return err
		}
	}
	return nil
}

package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// ErrRebuilding: the file was found damaged and is being built anew, so that
// what it would list is not whole.
var ErrRebuilding = errors.New("projections: damaged, and being built anew")

// errUnreadable: a row holds what the model never writes.
var errUnreadable = errors.New("damaged file: unreadable row")

// The conditions of a model's file.
const (
	sound int32 = iota
	damaged
	rebuilding // replaced by an empty one, which is not level with the store yet
)

// Rebuilding tells whether the file was damaged and its replacement has not
// caught up yet.
func (m *Model) Rebuilding() bool { return m.condition.Load() != sound }

// list lends the database for an answer that must be whole.
func (m *Model) list(ctx context.Context, use func(*sql.DB) error) error {
	if m.Rebuilding() {
		return ErrRebuilding
	}
	return m.look(ctx, use)
}

// look lends the database for a question that the store answers too, or that
// is asked again. Use must not ask for it a second time. Where the database
// turns out to be damaged the error is ErrRebuilding.
func (m *Model) look(ctx context.Context, use func(*sql.DB) error) error {
	m.access.RLock()
	defer m.access.RUnlock()
	if m.file.read == nil {
		return ErrRebuilding // the last attempt to replace the file failed
	}
	err := use(m.file.read)
	// The rows of a client that has left end with errors of their own.
	if err != nil && ctx.Err() == nil && isDamage(err) {
		err = fmt.Errorf("%w: %w", ErrRebuilding, err)
		m.reportDamage(err)
	}
	return err
}

// reportDamage has the follower replace the file.
func (m *Model) reportDamage(err error) {
	m.condition.Store(damaged)
	m.ready.Store(false)
	select {
	case m.reported <- err:
	default:
	}
}

// untilDamage is a context that ends with the given one, or when the file is
// reported to be damaged; its cause is that report then.
func (m *Model) untilDamage(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		select {
		case err := <-m.reported:
			cancel(err)
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// heal puts an empty file in the place of a damaged one. Nothing is lost by
// that: all that was in it is folded again from the events.
func (m *Model) heal() error {
	m.access.Lock()
	defer m.access.Unlock()
	select {
	case <-m.reported: // of the file that goes
	default:
	}
	if m.recount {
		m.recount = false
		m.options.Logger.Warn("building the read model anew", "path", m.file.path, "why", errCounted)
	} else {
		m.options.Logger.Error("the read model is damaged; building it anew", "path", m.file.path)
	}
	if err := m.file.replace(); err != nil {
		return fmt.Errorf("read model %s: %w", m.file.path, err)
	}
	m.lag.rebuilds.Add(1)
	m.condition.Store(rebuilding)
	return nil
}

// caughtUp says that the file holds all that the store held when the follower
// began, unless it was found damaged meanwhile.
func (m *Model) caughtUp() {
	m.condition.CompareAndSwap(rebuilding, sound)
	if m.condition.Load() == sound {
		m.ready.Store(true)
	}
}

// isDamage tells whether an error of a query says that the file is damaged.
func isDamage(err error) bool { return sqliteconn.Damaged(err) || errors.Is(err, errUnreadable) }

// isDamageToWriter tells the same of an error of the writer. Its statements are
// always the same ones, so that none fails in a sound file: a missing table is
// damage too, and so is an index that contradicts its table.
func isDamageToWriter(err error) bool {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH:
			return true
		}
	}
	return isDamage(err)
}

// badRow marks an error of scanning a row.
func badRow(err error) error { return fmt.Errorf("%w: %w", errUnreadable, err) }

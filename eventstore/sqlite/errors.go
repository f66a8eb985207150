package sqlite

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// ErrReadOnly answers appends to a store opened with Options.ReadOnly.
var ErrReadOnly = errors.New("sqlite: the store was opened for reading only")

// translate maps SQLite's errors to those of the contract.
func translate(err error) error {
	if sqliteconn.Damaged(err) && !errors.Is(err, ErrForeign) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch {
	case e.Code() == sqlite3.SQLITE_IOERR_FSYNC:
		// The transaction's pages were written and only the flush failed. This
		// process takes them for not written, but after a kill the next one may
		// find them whole.
		return fmt.Errorf("%w: %w", eventstore.ErrOutcomeUnknown, err)
	case e.Code()&0xff == sqlite3.SQLITE_TOOBIG:
		return fmt.Errorf("%w: %w", eventstore.ErrTooLarge, err)
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CANTOPEN,
		sqlite3.SQLITE_READONLY, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL:
		return fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err)
	}
	return err
}

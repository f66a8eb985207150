package sqlite

import (
	"errors"
	"fmt"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// ErrIncomplete: newer events than the file's were acknowledged, and are not
// there.
var ErrIncomplete = errors.New("events are missing")

// lastPosition gives the position that the newest event of a file has, or had
// before it was deleted.
func lastPosition(c *sqliteconn.Conn, version int64) (int64, error) {
	query := "SELECT max(position) FROM events"
	switch {
	case version == 0:
		return 0, nil // there is no table yet
	case version >= 3:
		query = "SELECT max(coalesce((SELECT max(position) FROM events), 0), coalesce((SELECT max(position) FROM tombstones), 0))"
	}
	return c.Number(query)
}

// checkComplete finds out whether the newest events of a file are missing: the
// head file knows of newer ones, or the file is a copy that was made while it
// was open for writing, without its WAL.
func checkComplete(c *sqliteconn.Conn, path string, version int64) error {
	// In this order: the file may be written concurrently, and never lags
	// behind an earlier head file.
	told, known, err := readHead(path)
	if err != nil {
		return err
	}
	wal := sqliteconn.HasWAL(path)
	last, err := lastPosition(c, version)
	if err != nil {
		return err
	}
	switch {
	case known && told > last:
		return fmt.Errorf("%w: it ends with event %d, but %s tells that event %d was stored", ErrIncomplete, last, headPath(path), told)
	case known || wal || version < 3:
		return nil
	}
	copied, err := c.Number("SELECT cookie <> 0 AND cookie = (SELECT schema_version FROM pragma_schema_version) FROM opened")
	if err != nil {
		return err
	}
	if copied == 1 {
		return fmt.Errorf("%w: it was in use when it was copied or its process ended, and its WAL (%s-wal), which has the events after event %d, is not there", ErrIncomplete, path, last)
	}
	return nil
}

// markOpened has the file say that it is open for writing, in the file itself
// and not only in its WAL.
func markOpened(c *sqliteconn.Conn) error {
	// A copy that SQLite makes begins with cookie 1: that must not be this
	// file's.
	cookie, err := c.Number("PRAGMA schema_version")
	if err != nil {
		return err
	}
	script := "BEGIN IMMEDIATE;"
	if cookie < 2 {
		script += "DROP VIEW all_events;" + allEvents
	}
	if err := c.Script(script + "UPDATE opened SET cookie = (SELECT schema_version FROM pragma_schema_version); COMMIT"); err != nil {
		return err
	}
	// A reader in another process may prevent it. Then the file looks like a
	// backup until the next checkpoint.
	return c.Script("PRAGMA wal_checkpoint(PASSIVE)")
}

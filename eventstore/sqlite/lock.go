package sqlite

import (
	"errors"
	"net/url"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// ErrInUse: another process, or another Store of this one, writes to the file.
var ErrInUse = errors.New("in use by another process")

// lock makes this the file's only writer until the connection that it gives is
// closed or the process ends. The lock is SQLite's own, on an empty database
// beside the file, because that works on every system SQLite works on, and
// because an exclusive lock on the file itself would shut readers out.
func lock(path string) (*sqliteconn.Conn, error) {
	c, err := sqliteconn.Open(path+"-lock", url.Values{"_pragma": {"busy_timeout(0)", "journal_mode(memory)"}})
	if err != nil {
		return nil, busy(err)
	}
	// In a file that cannot be written to, that alone locks nothing.
	if err := c.Script("BEGIN EXCLUSIVE; PRAGMA user_version = 1"); err != nil {
		return nil, errors.Join(busy(err), c.Close())
	}
	return c, nil
}

// busy is ErrInUse for the error of a lock that another has.
func busy(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY {
		return ErrInUse
	}
	return err
}

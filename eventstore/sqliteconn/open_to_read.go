package sqliteconn

import (
	"errors"
	"fmt"
	"net/url"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// OpenToRead opens an existing file read-only. On a read-only file system
// SQLite cannot create the shared memory that WAL mode needs; a file without a
// WAL is then opened as immutable.
func OpenToRead(path string) (*Conn, error) {
	c, err := tryToRead(path, url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)"}})
	if err == nil || !cannotShare(err) {
		return c, err
	}
	if HasWAL(path) {
		return nil, fmt.Errorf("%w: nothing can be written beside it; copy it, with %s-wal, to where that can be done", err, path)
	}
	return tryToRead(path, url.Values{"mode": {"ro"}, "immutable": {"1"}})
}

// tryToRead opens a file and looks into it, since opening alone reads nothing.
func tryToRead(path string, parameters url.Values) (*Conn, error) {
	c, err := Open(path, parameters)
	if err != nil {
		return nil, err
	}
	if _, err := c.Number("SELECT count(*) FROM sqlite_schema"); err != nil && cannotShare(err) {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// HasWAL reports whether a file's WAL holds anything.
func HasWAL(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

func cannotShare(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xff == sqlite3.SQLITE_CANTOPEN || e.Code()&0xff == sqlite3.SQLITE_READONLY)
}

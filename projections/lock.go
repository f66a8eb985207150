package projections

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// lockBeside makes this the only user of a read model until the database that
// it gives is closed or the process ends. The lock is SQLite's own, on an empty
// database beside the file: a lock on the file itself would shut out the tools
// that look into it, and would not outlast the swap of a rebuilt one.
func lockBeside(path string) (*sql.DB, error) {
	dsn := url.URL{
		Scheme:   "file",
		Opaque:   (&url.URL{Path: path + "-lock"}).EscapedPath(),
		RawQuery: "_pragma=busy_timeout(0)&_pragma=locking_mode(exclusive)",
	}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	// In exclusive locking mode a connection keeps the lock of its first
	// transaction.
	if _, err := db.Exec("BEGIN EXCLUSIVE; COMMIT"); err != nil {
		db.Close()
		if e, ok := errors.AsType[*sqlite.Error](err); ok && e.Code()&0xff == sqlite3.SQLITE_BUSY {
			err = ErrInUse
		}
		return nil, fmt.Errorf("read model %s: %w", path, err)
	}
	return db, nil
}

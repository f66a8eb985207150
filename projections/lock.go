package projections

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// lockPath is the file by which a read model is locked.
func lockPath(path string) string { return path + "-lock" }

// lockBeside makes this the only user of a read model until the database that
// it gives is closed or the process ends. The lock is SQLite's own, on an empty
// database beside the file: a lock on the file itself would shut out the tools
// that look into it, and would not outlast the swap of a rebuilt one.
func lockBeside(path string) (*sql.DB, error) {
	dsn := url.URL{
		Scheme:   "file",
		Opaque:   (&url.URL{Path: lockPath(path)}).EscapedPath(),
		RawQuery: "_pragma=busy_timeout(0)&_pragma=locking_mode(exclusive)&_pragma=journal_mode(memory)",
	}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	// In exclusive locking mode a connection keeps the lock of its first
	// transaction. In a file that cannot be written to, that locks nothing, unless
	// something is written.
	if _, err := db.Exec("BEGIN EXCLUSIVE; PRAGMA user_version = 1; ROLLBACK"); err != nil {
		db.Close()
		if e, ok := errors.AsType[*sqlite.Error](err); ok && e.Code()&0xff == sqlite3.SQLITE_BUSY {
			err = ErrInUse
		}
		return nil, fmt.Errorf("read model %s: %w", path, writable(err))
	}
	return db, nil
}

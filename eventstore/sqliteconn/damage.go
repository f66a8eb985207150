package sqliteconn

import (
	"errors"
	"io/fs"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Unwritable reports whether an error says that the file, or one that SQLite needs
// beside it, cannot be written to.
func Unwritable(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return errors.Is(err, fs.ErrPermission)
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return true
	}
	return false
}

// Damaged reports whether an error says that the file itself is damaged: SQLite
// cannot read its pages, or a value has a type that its table does not allow.
func Damaged(err error) bool {
	if _, ok := errors.AsType[*ColumnError](err); ok {
		return true
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xff == sqlite3.SQLITE_CORRUPT || e.Code()&0xff == sqlite3.SQLITE_NOTADB)
}

package sqliteconn

import (
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Damaged tells whether an error says that the file itself is damaged: SQLite
// cannot read its pages, or a value has a type that its table does not allow.
func Damaged(err error) bool {
	if _, ok := errors.AsType[*ColumnError](err); ok {
		return true
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xff == sqlite3.SQLITE_CORRUPT || e.Code()&0xff == sqlite3.SQLITE_NOTADB)
}

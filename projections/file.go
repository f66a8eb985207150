package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

var (
	// ErrForeign: the file is something else than a read model of janggid, and
	// is left as it was.
	ErrForeign = errors.New("projections: not a read model of janggid")

	// ErrInUse: another process follows the store with this file.
	ErrInUse = errors.New("projections: in use by another process")
)

// file is the read model's SQLite database. One goroutine writes.
type file struct {
	path      string
	lock      *sql.DB // nil in memory
	read      *sql.DB
	write     *sql.DB // the same as read in memory, which has one connection only
	written   *statements
	writtenOn any      // the driver's connection whose statements those are
	progress  progress // as committed; the writer's alone
}

// openFile opens a database and makes its tables where there are none of this
// schema.
func openFile(path string) (*file, error) {
	f := &file{path: path}
	if path != Memory {
		lock, err := lockBeside(path)
		if err != nil {
			return nil, err
		}
		f.lock = lock
	}
	if err := f.open(); err != nil {
		f.close()
		return nil, fmt.Errorf("read model %s: %w", path, err)
	}
	return f, nil
}

func (f *file) open() (err error) {
	if f.write, err = f.connect("_txlock=immediate", "journal_mode(wal)", "synchronous(normal)", "wal_autocheckpoint(4000)", "cache_size(-32768)"); err != nil {
		return err
	}
	f.write.SetMaxOpenConns(1)
	current, err := checkIdentity(f.write)
	if err != nil {
		return err
	}
	if !current {
		if err := f.recreate(); err != nil {
			return err
		}
	}
	f.read = f.write
	if f.path != Memory {
		if f.read, err = f.connect("mode=ro", "mmap_size(268435456)"); err != nil {
			return err
		}
	}
	f.progress, err = loadProgress(f.write)
	return err
}

// onWriter lends the connection that writes, with its statements. A pool has another
// connection where it could not keep the one before; the statements of that have gone
// with it.
func (f *file) onWriter(use func(*sqliteconn.Conn, *statements) error) error {
	return f.lend(func(raw any) (err error) {
		c := sqliteconn.Of(raw)
		if raw != f.writtenOn {
			f.writtenOn = nil
			if f.written, err = prepare(c); err != nil {
				return err
			}
			f.writtenOn = raw
		}
		return use(c, f.written)
	})
}

// lend lends the driver's connection that writes, which nobody else has meanwhile.
func (f *file) lend(use func(raw any) error) error {
	// Not the follower's context: a transaction is short, and one that can be
	// cancelled costs the driver a goroutine for every statement.
	lent, err := f.write.Conn(context.Background())
	if err != nil {
		return err
	}
	return errors.Join(lent.Raw(use), lent.Close())
}

// closeStatements closes the writer's statements, if there are any.
func (f *file) closeStatements() error {
	if f.writtenOn == nil {
		return nil
	}
	return f.lend(func(raw any) error {
		on := f.writtenOn
		f.writtenOn = nil
		if raw != on {
			return nil
		}
		return f.written.close()
	})
}

// connect gives a pool of connections with a parameter of SQLite's URI file
// names and pragmas.
func (f *file) connect(parameter string, pragmas ...string) (*sql.DB, error) {
	query := url.Values{"_pragma": append(pragmas, "busy_timeout(5000)")}.Encode() + "&" + parameter
	dsn := url.URL{Scheme: "file", Opaque: (&url.URL{Path: f.path}).EscapedPath(), RawQuery: query}
	if f.path == Memory {
		dsn.Opaque = Memory
	}
	return sql.Open("sqlite", dsn.String())
}

// checkIdentity is true for a read model of this schema, false for one of
// another and for an empty file.
func checkIdentity(db *sql.DB) (current bool, err error) {
	var application, version, tables int
	for query, into := range map[string]*int{
		"PRAGMA application_id":              &application,
		"PRAGMA user_version":                &version,
		"SELECT count(*) FROM sqlite_schema": &tables,
	} {
		if err := db.QueryRow(query).Scan(into); err != nil {
			return false, foreign(err)
		}
	}
	if application != applicationID && tables > 0 {
		return false, ErrForeign
	}
	return application == applicationID && version == schemaVersion, nil
}

func foreign(err error) error {
	if e, ok := errors.AsType[*sqlite.Error](err); ok && e.Code()&0xff == sqlite3.SQLITE_NOTADB {
		return ErrForeign
	}
	return err
}

// recreate drops every table and makes those of this schema, in one
// transaction.
func (f *file) recreate() error {
	tx, err := f.write.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // after Commit it does nothing
	var tables []string
	rows, err := tx.Query("SELECT name FROM sqlite_schema WHERE type = 'table'")
	if err != nil {
		return err
	}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return errors.Join(err, rows.Close())
		}
		tables = append(tables, name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, name := range tables {
		if _, err := tx.Exec(fmt.Sprintf("DROP TABLE %q", name)); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(fmt.Sprintf("%s PRAGMA application_id = %d; PRAGMA user_version = %d", schema(), applicationID, schemaVersion)); err != nil {
		return err
	}
	return tx.Commit()
}

func (f *file) close() error {
	err := f.closeDatabase()
	if f.lock != nil {
		err = errors.Join(err, f.lock.Close())
	}
	return err
}

// closeDatabase keeps the lock.
func (f *file) closeDatabase() error {
	var errs []error
	if f.write != nil {
		errs = append(errs, f.closeStatements())
	}
	if f.read != nil && f.read != f.write {
		errs = append(errs, f.read.Close())
	}
	if f.write != nil {
		errs = append(errs, f.write.Close())
	}
	return errors.Join(errs...)
}

// remove deletes a database. What is left of its log goes first: a log beside
// a file that it does not belong to would be taken for its own.
func remove(path string) error {
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

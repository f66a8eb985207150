package projections

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"

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
// schema. A damaged one is replaced.
func openFile(path string, log *slog.Logger) (*file, error) {
	f := &file{path: path}
	used := false // as a read model, before this
	if path != Memory {
		_, err := os.Stat(lockPath(path))
		used = err == nil
		if f.lock, err = lockBeside(path); err != nil {
			return nil, err
		}
	}
	err := f.open()
	if err != nil && isDamageToWriter(err) && (used || !errors.Is(err, ErrForeign)) {
		log.Error("the read model is damaged; building it anew", "path", path, "error", err)
		err = f.replace()
	}
	if err != nil {
		f.close()
		if errors.Is(err, ErrForeign) && !used {
			_ = os.Remove(lockPath(path)) // it would make the file one of ours
		}
		return nil, fmt.Errorf("read model %s: %w", path, writable(err))
	}
	return f, nil
}

// writable adds to an error what can be done about a file that cannot be
// written to.
func writable(err error) error {
	if !sqliteconn.Unwritable(err) {
		return err
	}
	return fmt.Errorf("cannot be written to: %w; let the user that the server runs as write to it, to its folder, and to the files named like it there", err)
}

// replace puts an empty database in the place of one that is damaged.
func (f *file) replace() error {
	_ = f.closeDatabase() // it may tell of the damage once more
	f.read, f.write, f.written, f.writtenOn, f.progress = nil, nil, nil, nil, progress{}
	if f.path != Memory {
		if err := remove(f.path); err != nil {
			return err
		}
	}
	return f.open()
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
	if current {
		_, err = f.write.Exec(markOpened)
	} else {
		err = f.recreate()
	}
	if err != nil {
		return err
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

// markOpened changes nothing, but fails where nothing can be written.
var markOpened = fmt.Sprintf("PRAGMA user_version = %d", schemaVersion)

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
	if err := db.QueryRow("PRAGMA application_id").Scan(&application); err != nil {
		return false, foreign(err)
	}
	if err := db.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		if application != applicationID {
			return false, foreign(err)
		}
		return false, err
	}
	if application != applicationID && tables > 0 {
		return false, ErrForeign
	}
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return false, err
	}
	return application == applicationID && version == schemaVersion, nil
}

// foreign adds to an error that the file may be no read model of janggid.
func foreign(err error) error {
	if isDamage(err) {
		return fmt.Errorf("%w: %w", ErrForeign, err)
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

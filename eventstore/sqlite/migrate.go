package sqlite

import (
	"errors"
	"fmt"
	"strings"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// migrate1 brings a file from schema 1, in which an index found the events of a
// stream, to schema 2, in one transaction. The tables are written anew, in the
// order of positions, since a column that is added to each event would not fit
// on the pages they are on.
func migrate1(c *sqliteconn.Conn) (err error) {
	defer func() {
		if err != nil {
			c.Rollback()
		}
	}()
	if err := c.Script(`
		BEGIN IMMEDIATE;
		DROP VIEW all_events;
		ALTER TABLE events RENAME TO events_1;
		ALTER TABLE streams RENAME TO streams_1;` + schema2 + `
		INSERT INTO streams (id, name, head)
			SELECT * FROM (SELECT s.id, s.name, (SELECT e.position FROM events_1 e WHERE e.stream = s.id ORDER BY e.revision DESC LIMIT 1) AS head
				FROM streams_1 s ORDER BY s.id) WHERE head IS NOT NULL;
		INSERT INTO events (position, stream, revision, previous, id, type, data, metadata)
			SELECT e.position, e.stream, e.revision,
				coalesce((SELECT p.position FROM events_1 p WHERE p.stream = e.stream AND p.revision = e.revision - 1), 0),
				e.id, e.type, e.data, e.metadata
			FROM events_1 e ORDER BY e.position;
		INSERT INTO heads SELECT 1, coalesce(max(position), 0) FROM events;
		DROP TABLE events_1;
		DROP TABLE streams_1;`); err != nil {
		return err
	}
	broken, err := c.Number("SELECT count(*) FROM events WHERE previous >= position OR (previous = 0) <> (revision = 0)")
	switch {
	case err != nil:
		return err
	case broken > 0:
		return fmt.Errorf("%w: %d events do not follow the one before them in their stream", ErrDamaged, broken)
	}
	return c.Script("PRAGMA user_version = 2; COMMIT")
}

// rowsSummed is how many checksums migrate2 inserts with one statement.
const rowsSummed = 64

// migrate2 migrates a file from schema 2 to schema 3 in one transaction. It
// reads every event once and writes a few bytes for each, so a large file is
// neither rewritten nor doubled.
func migrate2(c *sqliteconn.Conn) (err error) {
	defer func() {
		if err != nil {
			c.Rollback()
		}
	}()
	if err := c.Script("BEGIN IMMEDIATE; " + schema3); err != nil {
		return err
	}
	if err := sumEvents(c); err != nil {
		return err
	}
	return c.Script("PRAGMA user_version = 3; COMMIT")
}

// sumEvents fills table checksums, and adds tombstones for events deleted
// before tombstones existed; their streams are unknown.
func sumEvents(c *sqliteconn.Conn) error {
	events, err := c.Prepare(`SELECT e.position, e.revision, e.previous, e.id, e.type, CAST(e.data AS BLOB), CAST(e.metadata AS BLOB), s.name, e.stream
		FROM events e LEFT JOIN streams s ON s.id = e.stream ORDER BY e.position`, 0)
	if err != nil {
		return err
	}
	defer events.Close()
	const into = "INSERT INTO checksums VALUES (?, ?)"
	many, err := c.Prepare(into+strings.Repeat(", (?, ?)", rowsSummed-1), 2*rowsSummed)
	if err != nil {
		return err
	}
	defer many.Close()
	one, err := c.Prepare(into, 2)
	if err != nil {
		return err
	}
	defer one.Close()
	bury, err := c.Prepare("INSERT INTO tombstones VALUES (?, '', 0)", 1)
	if err != nil {
		return err
	}
	defer bury.Close()

	var sum summer
	var failed error
	pending, next := 0, int64(1)
	_, err = events.Rows(func(r *sqliteconn.Row) bool {
		if r.Null(7) {
			failed = fmt.Errorf("%w: event %d is of stream %d, which is not there", ErrDamaged, r.Int(0), r.Int(8))
			return false
		}
		for ; next < r.Int(0) && failed == nil; next++ {
			failed = bury.Bind(next).Exec()
		}
		next++
		read := row{r.Int(0), r.Int(1), r.Int(2), r.Array16(3), r.Text(7), r.Text(4)}
		many.Args[2*pending].Value, many.Args[2*pending+1].Value = read.position, sum.ofBytes(&read, r.Blob(5), r.Blob(6))
		if pending++; pending == rowsSummed {
			pending = 0
			failed = errors.Join(failed, many.Exec())
		}
		return failed == nil
	})
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	for i := range pending {
		if err := one.Bind(many.Args[2*i].Value, many.Args[2*i+1].Value).Exec(); err != nil {
			return err
		}
	}
	return nil
}

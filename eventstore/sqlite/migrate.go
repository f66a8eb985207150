package sqlite

import (
	"fmt"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// migrate brings a file from schema 1, in which an index found the events of a
// stream, to the present one, in one transaction. The tables are written anew, in
// the order of positions, since a column that is added to each event would not fit
// on the pages they are on.
func migrate(c *sqliteconn.Conn) (err error) {
	defer func() {
		if err != nil {
			c.Rollback()
		}
	}()
	if err := c.Script(`
		BEGIN IMMEDIATE;
		DROP VIEW all_events;
		ALTER TABLE events RENAME TO events_1;
		ALTER TABLE streams RENAME TO streams_1;` + schema + `
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
	return c.Script(fmt.Sprintf("PRAGMA user_version = %d; COMMIT", schemaVersion))
}

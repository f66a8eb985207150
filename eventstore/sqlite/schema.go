package sqlite

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

const (
	// applicationID marks the file as an event store of janggid: "JNGD". Tools
	// such as file(1) show it.
	applicationID = 0x4A4E4744

	// schemaVersion is the file's user_version.
	schemaVersion = 3
)

var (
	// ErrForeign: the file is not an event store. It was not changed.
	ErrForeign = errors.New("not a janggid event store")

	// ErrNewer: the file was written by a newer version of janggid.
	ErrNewer = errors.New("written by a newer janggid")

	// ErrOlder: the file was written by a much older version of janggid, and
	// can be read once it was opened for writing.
	ErrOlder = errors.New("written by an older janggid; open it once for writing, for example with janggid serve")
)

// schema2 is the base of schema 3.
//
// Table events has no index: one over streams or ids would cost every append a
// page. Instead, a stream is a chain from its last event back, and the ids at
// the expected revision identify a retry.
const schema2 = `
CREATE TABLE streams (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	head INTEGER NOT NULL -- position of its last event, as of table heads or later
) STRICT;
CREATE TABLE heads ( -- one row: what comes after this position may be missing in streams.head
	one      INTEGER PRIMARY KEY CHECK (one = 1),
	position INTEGER NOT NULL
) STRICT;
CREATE TABLE events (
	position INTEGER PRIMARY KEY,
	stream   INTEGER NOT NULL REFERENCES streams (id),
	revision INTEGER NOT NULL,
	previous INTEGER NOT NULL, -- position of the event before it in its stream, or 0
	id       BLOB NOT NULL, -- 16 bytes
	type     TEXT NOT NULL,
	data     TEXT NOT NULL, -- JSON
	metadata TEXT NOT NULL  -- JSON, or empty
) STRICT;
` + allEvents

const allEvents = `CREATE VIEW all_events AS
	SELECT e.position, s.name AS stream, e.revision,
		lower(printf('%s-%s-%s-%s-%s', substr(hex(e.id), 1, 8), substr(hex(e.id), 9, 4),
			substr(hex(e.id), 13, 4), substr(hex(e.id), 17, 4), substr(hex(e.id), 21))) AS id,
		e.type, e.data, e.metadata
	FROM events e JOIN streams s ON s.id = e.stream;
`

// schema3 protects the data of schema 2. New files get the column by the same
// ALTER TABLE, so that migrated and new files are alike; no row is rewritten.
//
//   - A row of events has a checksum: in the row, or in table checksums if it was
//     written before schema 3.
//   - A deleted event leaves a tombstone, whatever tool deletes it (janggid never
//     does). Any other gap in the positions is damage.
//   - Table opened holds the file's schema cookie while it is open for writing,
//     0 after it was closed, and -1 before it was ever opened. SQLite's own copies
//     (backup, VACUUM INTO) get another cookie, which distinguishes a backup from a
//     byte copy without the WAL.
const schema3 = `
ALTER TABLE events ADD COLUMN checksum INTEGER;
CREATE TABLE checksums (
	position INTEGER PRIMARY KEY,
	checksum INTEGER NOT NULL
) STRICT;
CREATE TABLE tombstones (
	position INTEGER PRIMARY KEY,
	stream   TEXT NOT NULL, -- its name, or its id after # if that is unknown
	revision INTEGER NOT NULL
) STRICT;
CREATE TRIGGER bury AFTER DELETE ON events BEGIN
	INSERT INTO tombstones VALUES (old.position, coalesce((SELECT name FROM streams WHERE id = old.stream), '#' || old.stream), old.revision);
END;
CREATE TABLE opened ( -- one row
	one    INTEGER PRIMARY KEY CHECK (one = 1),
	cookie INTEGER NOT NULL
) STRICT;
INSERT INTO opened VALUES (1, -1);
`

// selectDeleted finds out whether the last event of a stream, at a position or
// after it, has left a tombstone.
const selectDeleted = "SELECT 1 FROM tombstones WHERE stream = ? AND position >= ? LIMIT 1"

// identity identifies an SQLite file.
type identity struct {
	application, version, tables int64
}

func identify(c *sqliteconn.Conn) (id identity, err error) {
	for query, into := range map[string]*int64{
		"PRAGMA application_id":              &id.application,
		"PRAGMA user_version":                &id.version,
		"SELECT count(*) FROM sqlite_schema": &id.tables,
	} {
		if *into, err = c.Number(query); err != nil {
			return id, err
		}
	}
	return id, nil
}

// checkIdentity refuses files that this version must not touch. It gives the
// version of the schema, 0 for a file that holds nothing at all.
func checkIdentity(c *sqliteconn.Conn) (version int64, err error) {
	id, err := identify(c)
	var e *sqlite.Error
	switch {
	case errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_NOTADB:
		return 0, fmt.Errorf("%w, or its first page is damaged", ErrForeign)
	case err != nil:
		return 0, err
	case id == identity{}:
		return 0, nil
	case id.application != applicationID || id.version < 1:
		return 0, ErrForeign
	case id.version > schemaVersion:
		return 0, fmt.Errorf("%w: the file has schema %d, this version knows %d", ErrNewer, id.version, schemaVersion)
	}
	return id.version, nil
}

// checkReadable refuses files that cannot be read as they are, and gives the
// version of the schema of others.
func checkReadable(c *sqliteconn.Conn) (version int64, err error) {
	version, err = checkIdentity(c)
	switch {
	case err != nil:
		return 0, err
	case version == 0:
		return 0, ErrForeign
	case version < 2:
		return 0, ErrOlder
	}
	return version, nil
}

// createSchema makes an empty file an event store, in one transaction.
func createSchema(c *sqliteconn.Conn) error {
	return c.Script(fmt.Sprintf("BEGIN IMMEDIATE; %s INSERT INTO heads VALUES (1, 0); PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
		schema2+schema3, applicationID, schemaVersion))
}

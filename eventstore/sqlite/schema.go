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

	// schemaVersion stands in the file's user_version.
	schemaVersion = 2
)

var (
	// ErrForeign: the file is no event store, and is left as it was.
	ErrForeign = errors.New("not a janggid event store")

	// ErrNewer: the file was written by a newer version of janggid.
	ErrNewer = errors.New("written by a newer janggid")

	// ErrOlder: the file was written by an older version of janggid, and can be
	// read once it was opened for writing.
	ErrOlder = errors.New("written by an older janggid; open it once for writing, for example with janggid serve")
)

// Table events has no index. One over streams or over ids would cost every append
// a page of its own. A stream is a chain instead, from its last event back, and a
// retry is recognised by the ids at the revision that it expects.
const schema = `
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
CREATE VIEW all_events AS
	SELECT e.position, s.name AS stream, e.revision,
		lower(printf('%s-%s-%s-%s-%s', substr(hex(e.id), 1, 8), substr(hex(e.id), 9, 4),
			substr(hex(e.id), 13, 4), substr(hex(e.id), 17, 4), substr(hex(e.id), 21))) AS id,
		e.type, e.data, e.metadata
	FROM events e JOIN streams s ON s.id = e.stream;
`

// identity is what tells one SQLite file from another.
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
		return 0, ErrForeign
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

// checkReadable refuses files that cannot be read as they are.
func checkReadable(c *sqliteconn.Conn) error {
	version, err := checkIdentity(c)
	switch {
	case err != nil:
		return err
	case version == 0:
		return ErrForeign
	case version < schemaVersion:
		return ErrOlder
	}
	return nil
}

// createSchema makes an empty file an event store, in one transaction.
func createSchema(c *sqliteconn.Conn) error {
	return c.Script(fmt.Sprintf("BEGIN IMMEDIATE; %s INSERT INTO heads VALUES (1, 0); PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
		schema, applicationID, schemaVersion))
}

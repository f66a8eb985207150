package sqlite

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	// applicationID marks the file as an event store of janggid: "JNGD". Tools
	// such as file(1) show it.
	applicationID = 0x4A4E4744

	// schemaVersion stands in the file's user_version.
	schemaVersion = 1
)

var (
	// ErrForeign: the file is no event store, and is left as it was.
	ErrForeign = errors.New("not a janggid event store")

	// ErrNewer: the file was written by a newer version of janggid.
	ErrNewer = errors.New("written by a newer janggid")
)

// Event ids have no index: a retry is recognised by the ids at the revision that
// it expects, and an index over ids would cost every append a page of its own.
const schema = `
CREATE TABLE streams (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE events (
	position INTEGER PRIMARY KEY,
	stream   INTEGER NOT NULL REFERENCES streams (id),
	revision INTEGER NOT NULL,
	id       BLOB NOT NULL, -- 16 bytes
	type     TEXT NOT NULL,
	data     TEXT NOT NULL, -- JSON
	metadata TEXT NOT NULL  -- JSON, or empty
) STRICT;
CREATE UNIQUE INDEX events_of_stream ON events (stream, revision);
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

func identify(c *conn) (id identity, err error) {
	for query, into := range map[string]*int64{
		"PRAGMA application_id":              &id.application,
		"PRAGMA user_version":                &id.version,
		"SELECT count(*) FROM sqlite_schema": &id.tables,
	} {
		if *into, err = c.number(query); err != nil {
			return id, err
		}
	}
	return id, nil
}

// checkIdentity refuses files that this version must not touch. It is true for a
// file that holds nothing at all.
func checkIdentity(c *conn) (empty bool, err error) {
	id, err := identify(c)
	var e *sqlite.Error
	switch {
	case errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_NOTADB:
		return false, ErrForeign
	case err != nil:
		return false, err
	case id == identity{}:
		return true, nil
	case id.application != applicationID:
		return false, ErrForeign
	case id.version > schemaVersion:
		return false, fmt.Errorf("%w: the file has schema %d, this version knows %d", ErrNewer, id.version, schemaVersion)
	}
	return false, nil
}

// createSchema makes an empty file an event store, in one transaction.
func createSchema(c *conn) error {
	return c.script(fmt.Sprintf("BEGIN IMMEDIATE; %s PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
		schema, applicationID, schemaVersion))
}

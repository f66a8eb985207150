package sqlite

import (
	"errors"
	"fmt"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

const (
	// pageEvents and pageBytes bound one read from the file.
	pageEvents = 512
	pageBytes  = 1 << 20

	// namesKept bounds a reader's cache of stream names.
	namesKept = 1 << 12

	// eventColumns are the columns read by page, followed by the row's
	// checksum. The casts do not change any byte: they make the driver return
	// bytes instead of a string that would be copied again.
	eventColumns = "e.position, e.revision, e.id, e.type, CAST(e.data AS BLOB), CAST(e.metadata AS BLOB), e.stream, e.previous, "
)

// checksumOf is the SQL of the checksum of a row of events e: in the row, for
// those from before schema 3 in a table beside it, and nowhere in a file that
// has not been migrated.
func checksumOf(version int64) string {
	if version < 3 {
		return "NULL"
	}
	return "coalesce(e.checksum, (SELECT c.checksum FROM checksums c WHERE c.position = e.position))"
}

// reader is a connection that cannot write, with the queries of the store.
type reader struct {
	conn                                   *sqliteconn.Conn
	filed, ends, stream, all, name, newest *sqliteconn.Statement
	deleted, buried                        *sqliteconn.Statement // nil in a file of an older schema
	names                                  map[int64]string      // of streams, by id; at most namesKept
	sum                                    summer
}

func newReader(path string) (*reader, error) {
	c, err := sqliteconn.OpenToRead(path)
	if err != nil {
		return nil, err
	}
	r := &reader{conn: c, names: map[int64]string{}}
	if err := r.prepare(); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

func (r *reader) prepare() error {
	version, err := r.conn.Number("PRAGMA user_version")
	if err != nil {
		return err
	}
	eventColumns := eventColumns + checksumOf(version)
	type query struct {
		into       **sqliteconn.Statement
		parameters int
		sql        string
	}
	queries := []query{
		{&r.filed, 1, selectHead},
		{&r.ends, 3, chain + `SELECT position, revision FROM chain WHERE (revision + 1) % ? = 0`},
		{&r.stream, 3, chain + `SELECT ` + eventColumns + ` FROM ` + eventsOfChain},
		{&r.all, 3, `SELECT ` + eventColumns + ` FROM events e
			WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`},
		{&r.name, 1, `SELECT name FROM streams WHERE id = ?`},
		{&r.newest, 0, `SELECT max(position) FROM events`},
	}
	if version >= 3 {
		queries = append(queries, query{&r.deleted, 2, selectDeleted},
			query{&r.buried, 2, "SELECT count(*) FROM tombstones WHERE position BETWEEN ? AND ?"})
	}
	for _, q := range queries {
		if *q.into, err = r.conn.Prepare(q.sql, q.parameters); err != nil {
			return err
		}
	}
	return nil
}

// ofAll gives a page of all events after a position and up to another, and
// whether there may be more. It fails if events are left out that the file must
// have, which are all up to a position: SQLite does not notice when a page has
// lost some of its rows.
func (r *reader) ofAll(page []eventstore.Recorded, after, upTo, must int64) (_ []eventstore.Recorded, more bool, err error) {
	page, more, err = r.page(page, r.all.Bind(after, upTo, int64(pageEvents)))
	if err != nil {
		return page, more, err
	}
	for i := range page {
		position := int64(page[i].Position)
		if position != after+1 {
			if err := r.allDeleted(after+1, position-1); err != nil {
				return page, more, err
			}
		}
		after = position
	}
	if !more && after < must {
		err = r.allDeleted(after+1, must)
	}
	return page, more, err
}

// allDeleted fails unless all events that are not there, from a position to
// another, have left tombstones.
func (r *reader) allDeleted(first, last int64) error {
	if r.buried == nil {
		return nil // in a file from before schema 3 nothing tells
	}
	var buried int64
	_, err := r.buried.Bind(first, last).Rows(func(row *sqliteconn.Row) bool {
		buried = row.Int(0)
		return false
	})
	if err == nil && buried != last-first+1 {
		err = fmt.Errorf("%w: events %d to %d are missing", ErrDamaged, first, last)
	}
	return err
}

// page runs a query of events and writes over the page that it is given.
func (r *reader) page(page []eventstore.Recorded, s *sqliteconn.Statement) (_ []eventstore.Recorded, more bool, err error) {
	page = page[:0]
	size := 0
	var failed error
	n, err := s.Rows(func(row *sqliteconn.Row) bool {
		var e eventstore.Recorded
		if e, failed = r.event(row); failed != nil {
			return false
		}
		page = append(page, e)
		size += len(e.Data) + len(e.Metadata)
		return size < pageBytes
	})
	return page, n == pageEvents || size >= pageBytes, errors.Join(err, failed)
}

// event reads an event from a row and verifies its checksum.
func (r *reader) event(columns *sqliteconn.Row) (e eventstore.Recorded, err error) {
	e = eventstore.Recorded{
		Event: eventstore.Event{
			ID:       columns.Array16(2),
			Type:     columns.Text(3),
			Data:     columns.Blob(4),
			Metadata: columns.Blob(5),
		},
		Revision: uint64(columns.Int(1)),
		Position: eventstore.Position(columns.Int(0)),
	}
	if e.Stream, err = r.nameOf(columns.Int(6)); err != nil {
		return e, err
	}
	if columns.Null(8) {
		if r.deleted == nil {
			return e, nil // the file is from before there were checksums
		}
		return e, fmt.Errorf("%w: event %d (%s revision %d) has no checksum", ErrDamaged, e.Position, e.Stream, e.Revision)
	}
	read := row{int64(e.Position), int64(e.Revision), columns.Int(7), e.ID, e.Stream, e.Type}
	if r.sum.ofBytes(&read, e.Data, e.Metadata) != columns.Int(8) {
		return e, fmt.Errorf("%w: event %d (%s revision %d) differs from its checksum", ErrDamaged, e.Position, e.Stream, e.Revision)
	}
	return e, nil
}

// nameOf gives a stream's name. Streams never get another, and a page has many
// events of each, so a join would look most of them up in vain.
func (r *reader) nameOf(stream int64) (name string, err error) {
	if name, ok := r.names[stream]; ok {
		return name, nil
	}
	n, err := r.name.Bind(stream).Rows(func(row *sqliteconn.Row) bool {
		name = row.Text(0)
		return false
	})
	if err == nil && n == 0 {
		err = fmt.Errorf("%w: there is no stream %d, to which events belong", ErrDamaged, stream)
	}
	if err != nil {
		return "", err
	}
	r.remember(stream, name)
	return name, nil
}

func (r *reader) remember(stream int64, name string) {
	if len(r.names) == namesKept {
		clear(r.names)
	}
	r.names[stream] = name
}

func (r *reader) head() (position eventstore.Position, err error) {
	_, err = r.newest.Rows(func(row *sqliteconn.Row) bool {
		if !row.Null(0) { // as in an empty store
			position = eventstore.Position(row.Int(0))
		}
		return false
	})
	return position, err
}

// isDeleted reports whether a stream has a tombstone for its last event, at or
// after a position.
func (r *reader) isDeleted(stream string, last int64) (bool, error) {
	if r.deleted == nil {
		return false, nil
	}
	n, err := r.deleted.Bind(stream, last).Rows(func(*sqliteconn.Row) bool { return false })
	return n > 0, err
}

func (r *reader) close() error { return r.conn.Close() }

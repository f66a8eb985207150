package sqlite

import (
	"database/sql/driver"
	"errors"
	"net/url"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

const (
	// pageEvents and pageBytes bound what a reader takes from the file at once.
	pageEvents = 512
	pageBytes  = 1 << 20

	// namesKept bounds what a reader remembers of the names of streams.
	namesKept = 1 << 12

	// eventColumns are what page reads. The casts change no byte: they make the
	// driver give the bytes themselves instead of a string to be copied again.
	eventColumns = "e.position, e.revision, e.id, e.type, CAST(e.data AS BLOB), CAST(e.metadata AS BLOB), e.stream"
)

// reader is a connection that cannot write, with the queries of the store.
type reader struct {
	conn                                   *sqliteconn.Conn
	filed, ends, stream, all, name, newest *sqliteconn.Statement
	names                                  map[int64]string // of streams, by id; at most namesKept
}

func readOnly() url.Values {
	return url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)"}}
}

func newReader(path string) (*reader, error) {
	c, err := sqliteconn.Open(path, readOnly())
	if err != nil {
		return nil, err
	}
	r := &reader{conn: c, names: map[int64]string{}}
	for _, q := range []struct {
		into       **sqliteconn.Statement
		parameters int
		sql        string
	}{
		{&r.filed, 1, selectHead},
		{&r.ends, 3, chain + `SELECT position, revision FROM chain WHERE (revision + 1) % ? = 0`},
		{&r.stream, 3, chain + `SELECT ` + eventColumns + ` FROM ` + eventsOfChain},
		{&r.all, 3, `SELECT ` + eventColumns + ` FROM events e
			WHERE position > ? AND position <= ? ORDER BY position LIMIT ?`},
		{&r.name, 1, `SELECT name FROM streams WHERE id = ?`},
		{&r.newest, 0, `SELECT max(position) FROM events`},
	} {
		if *q.into, err = c.Prepare(q.sql, q.parameters); err != nil {
			return nil, errors.Join(err, r.close())
		}
	}
	return r, nil
}

// ofAll gives a page of all events after a position and up to another, and
// whether there may be more.
func (r *reader) ofAll(page []eventstore.Recorded, after, upTo int64) ([]eventstore.Recorded, bool, error) {
	return r.page(page, r.all.Bind(after, upTo, int64(pageEvents)))
}

// page runs a query of events and writes over the page that it is given.
func (r *reader) page(page []eventstore.Recorded, s *sqliteconn.Statement) (_ []eventstore.Recorded, more bool, err error) {
	page = page[:0]
	size := 0
	var failed error
	n, err := s.Rows(func(row []driver.Value) bool {
		e := eventstore.Recorded{
			Event: eventstore.Event{
				Type:     row[3].(string),
				Data:     row[4].([]byte),
				Metadata: row[5].([]byte),
			},
			Revision: uint64(row[1].(int64)),
			Position: eventstore.Position(row[0].(int64)),
		}
		copy(e.ID[:], row[2].([]byte))
		if e.Stream, failed = r.nameOf(row[6].(int64)); failed != nil {
			return false
		}
		page = append(page, e)
		size += len(e.Data) + len(e.Metadata)
		return size < pageBytes
	})
	return page, n == pageEvents || size >= pageBytes, errors.Join(err, failed)
}

// nameOf gives a stream's name. Streams never get another, and a page has many
// events of each, so a join would look most of them up in vain.
func (r *reader) nameOf(stream int64) (name string, err error) {
	if name, ok := r.names[stream]; ok {
		return name, nil
	}
	if _, err = r.name.Bind(stream).Rows(func(row []driver.Value) bool {
		name = row[0].(string)
		return false
	}); err != nil {
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
	_, err = r.newest.Rows(func(row []driver.Value) bool {
		last, _ := row[0].(int64) // NULL in an empty store
		position = eventstore.Position(last)
		return false
	})
	return position, err
}

func (r *reader) close() error {
	var errs []error
	for _, s := range []*sqliteconn.Statement{r.filed, r.ends, r.stream, r.all, r.name, r.newest} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	return errors.Join(append(errs, r.conn.Close())...)
}

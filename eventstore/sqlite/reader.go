package sqlite

import (
	"database/sql/driver"
	"errors"
	"net/url"

	"github.com/janggid/janggid/eventstore"
)

const (
	// pageEvents and pageBytes bound what a reader takes from the file at once.
	pageEvents = 512
	pageBytes  = 1 << 20
)

// reader is a connection that cannot write, with the queries of the store.
type reader struct {
	conn                *conn
	stream, all, newest *statement
}

func readOnly() url.Values {
	return url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)"}}
}

func newReader(path string) (*reader, error) {
	c, err := connect(path, readOnly())
	if err != nil {
		return nil, err
	}
	r := &reader{conn: c}
	for _, q := range []struct {
		into       **statement
		parameters int
		sql        string
	}{
		{&r.stream, 3, `SELECT position, revision, id, type, data, metadata FROM events
			WHERE stream = (SELECT id FROM streams WHERE name = ?) AND revision >= ? ORDER BY revision LIMIT ?`},
		{&r.all, 2, `SELECT e.position, e.revision, e.id, e.type, e.data, e.metadata, s.name
			FROM events e CROSS JOIN streams s ON s.id = e.stream WHERE e.position > ? ORDER BY e.position LIMIT ?`},
		{&r.newest, 0, `SELECT max(position) FROM events`},
	} {
		if *q.into, err = c.prepare(q.sql, q.parameters); err != nil {
			return nil, errors.Join(err, r.close())
		}
	}
	return r, nil
}

// ofStream gives a page of a stream from a revision on, and whether there may be
// more.
func (r *reader) ofStream(stream string, from int64) (page []eventstore.Recorded, more bool, err error) {
	return r.page(r.stream.bind(stream, from, int64(pageEvents)), stream)
}

// ofAll gives a page of all events after a position, and whether there may be
// more.
func (r *reader) ofAll(after int64) (page []eventstore.Recorded, more bool, err error) {
	return r.page(r.all.bind(after, int64(pageEvents)), "")
}

// page runs a query of events. The rows name the stream if the caller does not.
func (r *reader) page(s *statement, stream string) (page []eventstore.Recorded, more bool, err error) {
	size := 0
	n, err := s.rows(func(row []driver.Value) bool {
		e := eventstore.Recorded{
			Event: eventstore.Event{
				Type:     row[3].(string),
				Data:     []byte(row[4].(string)),
				Metadata: []byte(row[5].(string)),
			},
			Stream:   stream,
			Revision: uint64(row[1].(int64)),
			Position: eventstore.Position(row[0].(int64)),
		}
		copy(e.ID[:], row[2].([]byte))
		if stream == "" {
			e.Stream = row[6].(string)
		}
		page = append(page, e)
		size += len(e.Data) + len(e.Metadata)
		return size < pageBytes
	})
	return page, n == pageEvents || size >= pageBytes, err
}

func (r *reader) head() (position eventstore.Position, err error) {
	_, err = r.newest.rows(func(row []driver.Value) bool {
		last, _ := row[0].(int64) // NULL in an empty store
		position = eventstore.Position(last)
		return false
	})
	return position, err
}

func (r *reader) close() error {
	var errs []error
	for _, s := range []*statement{r.stream, r.all, r.newest} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	return errors.Join(append(errs, r.conn.Close())...)
}

package sqlite

import (
	"database/sql/driver"
	"errors"
	"net/url"
	"runtime"
	"strings"

	"github.com/janggid/janggid/eventstore"
)

const (
	// checkpointPages is how long the WAL gets before its pages are copied into
	// the file: 16 MB. SQLite's 1000 copies the same pages over and over under
	// load; with 16,000 the copying is felt as waits of 70 ms.
	checkpointPages = "4000"

	// groupRequests and groupBytes bound one transaction, and so the wait of
	// the first append in it.
	groupRequests = 1024
	groupBytes    = 4 << 20
)

// writer is the only one that changes the file. All its methods run in one
// goroutine.
type writer struct {
	conn      *conn
	begin     *statement
	end       *statement
	insert    *inserter
	newStream *statement
	findHead  *statement
	findIDs   *statement
	heads     *heads
	published func(eventstore.Position) // is told of every commit

	// What follows, and heads, is taken from the file when loaded is false.
	loaded     bool
	position   int64 // of the last event
	lastStream int64 // greatest id in table streams
}

func newWriter(path string, published func(eventstore.Position)) (*writer, error) {
	c, err := connect(path, url.Values{"_pragma": {"busy_timeout(5000)"}})
	if err != nil {
		return nil, err
	}
	w := &writer{conn: c, heads: newHeads(headsKept), published: published}
	if err := w.prepare(); err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

func (w *writer) prepare() error {
	// Before anything is changed: the file may be someone else's.
	empty, err := checkIdentity(w.conn)
	if err != nil {
		return err
	}
	if err := w.conn.script("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = " + checkpointPages); err != nil {
		return err
	}
	if empty {
		if err := createSchema(w.conn); err != nil {
			return err
		}
	}
	if w.insert, err = newInserter(w.conn); err != nil {
		return err
	}
	for sql, into := range map[string]**statement{
		"BEGIN IMMEDIATE": &w.begin,
		"COMMIT":          &w.end,
		"INSERT INTO streams (id, name) VALUES (?, ?)": &w.newStream,
		`SELECT s.id, (SELECT max(revision) FROM events WHERE stream = s.id)
			FROM streams s WHERE s.name = ?`: &w.findHead,
		`SELECT id, position FROM events
			WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`: &w.findIDs,
	} {
		if *into, err = w.conn.prepare(sql, strings.Count(sql, "?")); err != nil {
			return err
		}
	}
	return w.load()
}

// load takes from the file what the writer keeps in memory.
func (w *writer) load() (err error) {
	w.heads.forget()
	w.insert.discard()
	if w.position, err = w.conn.number("SELECT max(position) FROM events"); err != nil {
		return err
	}
	w.lastStream, err = w.conn.number("SELECT max(id) FROM streams")
	w.loaded = err == nil
	return err
}

// run writes what comes until the queue is closed and empty.
func (w *writer) run(queue <-chan *request) {
	var group []*request
	for r := range queue {
		group = fill(append(group[:0], r), queue)
		w.write(group)
		for i, r := range group {
			r.answered <- struct{}{}
			group[i] = nil // the next append may already use it
		}
	}
}

// fill adds what waits in the queue to a group.
func fill(group []*request, queue <-chan *request) []*request {
	size := bytesOf(group[0].events)
	// The first append woke this goroutine, and those who were answered with the
	// last group are only now about to send their next: let them.
	runtime.Gosched()
	for len(group) < groupRequests && size < groupBytes {
		select {
		case r, ok := <-queue:
			if !ok {
				return group
			}
			group = append(group, r)
			size += bytesOf(r.events)
		default:
			return group
		}
	}
	return group
}

// write sets the answer of each append of a group. If the group cannot be
// committed as a whole, each append is tried alone, so that one which can never
// be stored, or for which the disk has no room, fails no other.
func (w *writer) write(group []*request) {
	err := w.commit(group)
	if err == nil {
		return
	}
	if len(group) == 1 {
		group[0].appended, group[0].err = eventstore.Appended{}, translate(err)
		return
	}
	for i := range group {
		w.write(group[i : i+1])
	}
}

// commit judges and stores a group in one transaction. After an error nothing of
// the group is stored.
func (w *writer) commit(group []*request) (err error) {
	defer func() {
		if err != nil {
			// Some errors have ended the transaction already; then there is
			// nothing to roll back, and that is no news.
			_ = w.conn.script("ROLLBACK")
			w.loaded = false
		}
	}()
	if !w.loaded {
		if err := w.load(); err != nil {
			return err
		}
	}
	if err := w.begin.exec(); err != nil {
		return err
	}
	for _, r := range group {
		if err := w.judge(r); err != nil {
			return err
		}
	}
	if err := w.insert.flush(); err != nil {
		return err
	}
	if err := w.end.exec(); err != nil {
		return err
	}
	w.published(eventstore.Position(w.position))
	return nil
}

// judge stores an append, or finds it stored already, or in conflict. What it
// says holds if the transaction is committed.
func (w *writer) judge(r *request) error {
	at, err := w.head(r.stream)
	if err != nil {
		return err
	}
	r.appended, r.err = eventstore.Appended{}, nil
	if r.expected.Next() == at.next {
		return w.store(r, at)
	}
	if r.expected.Next() < at.next {
		position, err := w.standing(at.stream, r)
		if err != nil {
			return err
		}
		if position != 0 {
			r.appended = answer(r, position)
			return nil
		}
	}
	actual := eventstore.NoStream()
	if at.next > 0 {
		actual = eventstore.Exactly(at.next - 1)
	}
	r.err = &eventstore.ConflictError{Stream: r.stream, Expected: r.expected, Actual: actual}
	return nil
}

// store adds the events of an append at the end of its stream.
func (w *writer) store(r *request, at head) error {
	if at.stream == 0 {
		w.lastStream++
		at.stream = w.lastStream
		if err := w.newStream.bind(at.stream, r.stream).exec(); err != nil {
			return err
		}
	}
	for i := range r.events {
		w.position++
		if err := w.insert.add(w.position, at.stream, at.next, &r.events[i]); err != nil {
			return err
		}
		at.next++
	}
	w.heads.put(r.stream, at)
	r.appended = answer(r, w.position)
	return nil
}

func answer(r *request, position int64) eventstore.Appended {
	return eventstore.Appended{
		Revision: r.expected.Next() + uint64(len(r.events)) - 1,
		Position: eventstore.Position(position),
	}
}

// head tells where a stream stands; the zero head is that of an absent one.
func (w *writer) head(stream string) (head, error) {
	if at, ok := w.heads.get(stream); ok {
		return at, nil
	}
	// The group may have added to the stream, and the cache forgotten it since.
	if err := w.insert.flush(); err != nil {
		return head{}, err
	}
	var at head
	_, err := w.findHead.bind(stream).rows(func(row []driver.Value) bool {
		at.stream = row[0].(int64)
		if last, ok := row[1].(int64); ok {
			at.next = uint64(last) + 1
		}
		return false
	})
	if err == nil && at.stream != 0 {
		w.heads.put(stream, at)
	}
	return at, err
}

// standing gives the position of the last event of an append that is stored
// already, where it expected to be; 0 if other events stand there.
func (w *writer) standing(stream int64, r *request) (int64, error) {
	if err := w.insert.flush(); err != nil {
		return 0, err
	}
	var position int64
	same := 0
	_, err := w.findIDs.bind(stream, int64(r.expected.Next()), int64(len(r.events))).rows(func(row []driver.Value) bool {
		if string(row[0].([]byte)) != string(r.events[same].ID[:]) {
			return false
		}
		position = row[1].(int64)
		same++
		return true
	})
	if err != nil || same < len(r.events) {
		return 0, err
	}
	return position, nil
}

func (w *writer) close() error {
	var errs []error
	for _, s := range []*statement{w.begin, w.end, w.newStream, w.findHead, w.findIDs} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	if w.insert != nil {
		errs = append(errs, w.insert.close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}

package sqlite

import (
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"time"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

const (
	// checkpointPages is how long the WAL gets before its pages are copied into
	// the file: 16 MB. SQLite's 1000 copies the same pages over and over under
	// load; with 16,000 the copying is felt as waits of 70 ms.
	checkpointPages = "4000"

	// groupRequests and groupBytes bound one transaction, and so the wait of
	// the first append in it.
	groupRequests = 1024
	groupBytes    = 1 << 20

	// quietYields is after how many turns of all others without an append a
	// group is complete, maxBatchWindow after how long it waits for no further
	// turn.
	quietYields    = 6
	maxBatchWindow = 8 * time.Millisecond
)

// writer is the only one that changes the file. All its methods run in one
// goroutine.
type writer struct {
	conn        *sqliteconn.Conn
	begin       *sqliteconn.Statement
	end         *sqliteconn.Statement
	insert      *inserter
	newStream   *sqliteconn.Statement
	findHead    *sqliteconn.Statement
	findIDs     *sqliteconn.Statement
	findDeleted *sqliteconn.Statement
	scan        *scanner
	saving      *saving
	heads       *heads    // shared with the readers
	files       originals // as they were opened
	headFile    *headFile
	lost        bool                                      // the files were not where they were after the last commit
	published   func(eventstore.Position, []writtenEvent) // is told of every commit

	// The fields below include the current transaction. They are read from the
	// file when loaded is false.
	loaded     bool
	position   int64           // of the last event
	lastStream int64           // greatest id in table streams
	tombstones int64           // rows of that table
	pending    map[string]head // of streams that the transaction changes
	added      []writtenEvent  // events that the transaction adds
	texts      strings.Builder // of added, which are parts of it
}

func newWriter(path string, p pace, published func(eventstore.Position, []writtenEvent), acceptLoss bool) (*writer, error) {
	c, err := sqliteconn.Open(path, url.Values{"_pragma": {"busy_timeout(5000)"}})
	if err != nil {
		return nil, err
	}
	w := &writer{conn: c, published: published, pending: map[string]head{}}
	if err := w.prepare(path, p, acceptLoss); err != nil {
		return nil, errors.Join(err, w.close())
	}
	return w, nil
}

func (w *writer) prepare(path string, p pace, acceptLoss bool) error {
	// Before any change: the file may belong to another program, or have lost
	// events that the user can still restore.
	version, err := checkIdentity(w.conn)
	if err != nil {
		return err
	}
	if !acceptLoss {
		if err := checkComplete(w.conn, path, version); err != nil {
			return err
		}
	}
	if err := useWAL(w.conn); err != nil {
		return err
	}
	if err := upgrade(w.conn, version); err != nil {
		return err
	}
	if err := markOpened(w.conn); err != nil {
		return err
	}
	if w.files, err = originalsOf(path, path+"-wal"); err != nil {
		return err
	}
	saved, err := w.conn.Number(savedHeads)
	if err != nil {
		return err
	}
	w.heads = newHeads(saved)
	if w.insert, err = newInserter(w.conn); err != nil {
		return err
	}
	if w.scan, err = newScanner(w.conn); err != nil {
		return err
	}
	if w.saving, err = newSaving(w.conn, p); err != nil {
		return err
	}
	for sql, into := range map[string]**sqliteconn.Statement{
		"BEGIN IMMEDIATE": &w.begin,
		"COMMIT":          &w.end,
		"INSERT INTO streams (id, name, head) VALUES (?, ?, ?)": &w.newStream,
		selectHead:    &w.findHead,
		selectDeleted: &w.findDeleted,
		chain + "SELECT e.id, e.position FROM " + eventsOfChain: &w.findIDs,
	} {
		if *into, err = w.conn.Prepare(sql, strings.Count(sql, "?")); err != nil {
			return err
		}
	}
	if err := w.load(); err != nil {
		return err
	}
	w.headFile, err = newHeadFile(path, w.position)
	return err
}

// upgrade brings a file to the present schema.
func upgrade(c *sqliteconn.Conn, version int64) error {
	switch version {
	case 0:
		return createSchema(c)
	case 1:
		if err := migrate1(c); err != nil {
			return err
		}
		return migrate2(c)
	case 2:
		return migrate2(c)
	}
	return nil
}

// useWAL sets how commits reach the disk. SQLite answers with the mode that it
// could set, not with an error, where the file system has no shared memory.
func useWAL(c *sqliteconn.Conn) error {
	s, err := c.Prepare("PRAGMA journal_mode = WAL", 0)
	if err != nil {
		return err
	}
	defer s.Close()
	var mode string
	if _, err := s.Rows(func(row *sqliteconn.Row) bool {
		mode = row.Text(0)
		return true
	}); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("the file system allows journal mode %q only, not wal", mode)
	}
	return c.Script("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = " + checkpointPages)
}

// load reads the writer's state from the file.
func (w *writer) load() (err error) {
	w.clean()
	w.insert.discard()
	if err = w.scan.catchUp(w.heads); err != nil {
		return err
	}
	// A position is not given twice, even if its event was deleted.
	if w.position, err = lastPosition(w.conn, schemaVersion); err != nil {
		return err
	}
	w.position = max(w.position, w.heads.position)
	if w.tombstones, err = w.conn.Number("SELECT count(*) FROM tombstones"); err != nil {
		return err
	}
	if w.lastStream, err = w.conn.Number("SELECT max(id) FROM streams"); err != nil {
		return err
	}
	w.loaded = true
	w.published(eventstore.Position(w.position), nil) // an append that seemed to fail may be there
	return nil
}

// run writes appends until the queue is closed and empty.
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

// fill adds the waiting appends to a group.
func fill(group []*request, queue <-chan *request) []*request {
	size := bytesOf(group[0].events)
	yieldToSenders(queue)
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

// yieldToSenders yields while new appends keep arriving. The first append woke
// this goroutine, and the clients answered with the last group are only now
// about to send their next. On an idle machine it takes a microsecond; on a
// busy one, the wait costs less than a transaction for every few appends.
func yieldToSenders(queue <-chan *request) {
	deadline := time.Now().Add(maxBatchWindow)
	for quiet, waiting := 0, len(queue); quiet < quietYields && time.Now().Before(deadline); quiet++ {
		runtime.Gosched()
		if now := len(queue); now != waiting {
			quiet, waiting = -1, now
		}
	}
}

// write sets the answer of each append of a group. If the group cannot be
// committed as a whole, it tries each append alone, so that one that is invalid
// or too large for the disk does not fail the others.
func (w *writer) write(group []*request) {
	err := w.commit(group)
	if err == nil {
		return
	}
	if len(group) == 1 {
		group[0].appended, group[0].err = eventstore.Appended{}, translate(err)
		return
	}
	unknown := errors.Is(translate(err), eventstore.ErrOutcomeUnknown)
	for i, r := range group {
		w.write(group[i : i+1])
		if unknown && errors.Is(r.err, eventstore.ErrUnavailable) {
			// Nothing was written this time; the whole group may have been
			// before.
			r.err = fmt.Errorf("%w: %v", eventstore.ErrOutcomeUnknown, r.err)
		}
	}
}

// commit judges and stores a group in one transaction. After an error nothing
// of the group is stored.
func (w *writer) commit(group []*request) (err error) {
	defer func() {
		if err != nil {
			w.conn.Rollback()
			w.loaded = false
		}
	}()
	if !w.loaded {
		if err := w.load(); err != nil {
			return err
		}
	}
	if w.lost {
		if err := w.files.check(); err != nil {
			return err
		}
		w.lost = false
	}
	w.saving.begin(w.heads)
	if err := w.begin.Exec(); err != nil {
		return err
	}
	w.texts.Grow(bytesOfAll(group))
	for _, r := range group {
		if err := w.tryAppend(r); err != nil {
			return err
		}
	}
	if err := w.insert.flush(); err != nil {
		return err
	}
	saved, err := w.saving.part(int(w.position - w.heads.position))
	if err != nil {
		return err
	}
	if err := w.end.Exec(); err != nil {
		return err
	}
	w.headFile.set(w.position)
	w.saving.left = w.saving.left[saved:]
	w.heads.publish(w.pending, w.position)
	w.published(eventstore.Position(w.position), w.added)
	w.clean()
	if err := w.files.check(); err != nil {
		// They may have gone before or after the commit. From now on it is
		// asked before.
		w.lost = true
		return fmt.Errorf("%w: %w", eventstore.ErrOutcomeUnknown, err)
	}
	return nil
}

// clean drops the state of a transaction.
func (w *writer) clean() {
	clear(w.pending)
	clear(w.added) // the texts must not be kept
	w.added = w.added[:0]
	w.texts.Reset()
}

// finish saves all heads, so that the next open has nothing to scan, and marks
// the file as closed. If it fails, the next open scans.
func (w *writer) finish() error {
	if !w.loaded {
		return nil
	}
	if err := w.files.check(); err != nil {
		return err
	}
	if err := w.begin.Exec(); err != nil {
		return err
	}
	err := w.saving.all(w.heads)
	if err == nil {
		err = w.conn.Script("UPDATE opened SET cookie = 0")
	}
	if err != nil {
		w.conn.Rollback()
		return err
	}
	return w.end.Exec()
}

func (w *writer) close() error {
	var err error
	if w.headFile != nil {
		err = w.headFile.close()
	}
	return errors.Join(w.conn.Close(), err)
}

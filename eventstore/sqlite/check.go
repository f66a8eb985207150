package sqlite

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// Report is the result of Check.
type Report struct {
	Events      uint64              // that are as they were written
	Last        eventstore.Position // of the last event
	Unprotected uint64              // of these: without a checksum, in a file from before schema 3
	Whole       int                 // streams all of whose events are so
	Damaged     []string            // names of the others, sorted; an id after # where the name is unknown
	Deleted     []string            // names of streams that were deleted, sorted
	Findings    []string            // what is wrong, in the order in which it was found; empty for a good file
}

func (r *Report) finding(format string, args ...any) {
	r.Findings = append(r.Findings, fmt.Sprintf(format, args...))
}

// Check reads a store's whole file, even one that Open refuses as damaged, and
// reports the damaged and the intact parts. The file may be in use. progress,
// which may be nil, receives the number of events read and the total.
//
// It returns an error if the file is unreadable as a whole: ErrForeign,
// ErrNewer, ErrOlder, or the system's.
func Check(ctx context.Context, path string, progress func(done, of int64)) (Report, error) {
	k, err := newChecker(path, progress)
	if err != nil {
		return Report{}, fmt.Errorf("event store %s: %w", path, translate(err))
	}
	err = k.check(ctx)
	return k.report, errors.Join(err, k.reader.close())
}

type checker struct {
	reader   *reader
	version  int64
	path     string
	report   Report
	progress func(done, of int64)

	saved   int64               // up to which event the heads in the file are right
	last    int64               // position of the last event
	most    int64               // more events than this the file has no room for
	closed  bool                // the heads in the file are those of all events
	streams map[int64]*chainEnd // of the events read, by the stream's id
	buried  map[int64]bool      // positions of tombstones
	gap     gap
}

// gap is a run of events that are not there.
type gap struct {
	first, last int64
	reason      string
}

// chainEnd is where the events of a stream that were read end.
type chainEnd struct {
	next, position int64 // revision after the last one; its position
	atSaved        int64 // position of the last one that stands at or before checker.saved
	broken         bool
}

func newChecker(path string, progress func(done, of int64)) (*checker, error) {
	resolved, err := resolve(path, true)
	if err != nil {
		return nil, err
	}
	c, err := sqliteconn.OpenToRead(resolved)
	if err != nil {
		return nil, err
	}
	version, err := checkReadable(c)
	if err := errors.Join(err, c.Close()); err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(int64, int64) {}
	}
	k := &checker{version: version, path: resolved, progress: progress, streams: map[int64]*chainEnd{}, buried: map[int64]bool{}}
	k.reader, err = newReader(resolved)
	return k, err
}

// check goes from the whole to the parts. A failing step becomes a finding, and
// the other steps continue.
func (k *checker) check(ctx context.Context) error {
	k.found(checkComplete(k.reader.conn, k.path, k.version))
	if k.version >= 3 {
		k.found(k.tombstones())
	}
	k.found(k.bounds())
	k.found(k.schema())
	k.found(k.pages())
	if err := k.events(ctx); err != nil {
		return err
	}
	k.found(k.filedStreams())
	k.sumUp()
	return nil
}

// found makes an error a finding.
func (k *checker) found(err error) {
	if err != nil {
		k.report.finding("%v", err)
	}
}

// bounds finds out which events there should be.
func (k *checker) bounds() (err error) {
	if k.saved, err = k.reader.conn.Number(savedHeads); err != nil {
		return fmt.Errorf("table heads cannot be read: %w", err)
	}
	rows, err := k.reader.conn.Number("SELECT count(*) FROM heads WHERE one = 1")
	if err == nil && rows != 1 {
		k.report.finding("table heads has no row")
	}
	last, err := lastPosition(k.reader.conn, k.version)
	if err != nil {
		err = fmt.Errorf("the end of table events cannot be read: %w", err)
	}
	told, _, _ := readHead(k.path)
	k.report.Last = eventstore.Position(last)
	k.last, k.most = max(last, told, k.saved), sizeOf(k.path)/leastEventBytes
	if k.version >= 3 {
		closed, failed := k.reader.conn.Number("SELECT count(*) FROM opened WHERE one = 1 AND cookie = 0")
		k.closed = failed == nil && closed == 1
	}
	if err == nil && (k.saved > last || k.closed && k.saved < last && len(k.report.Deleted) == 0) {
		k.report.finding("table heads tells of event %d, the last is %d", k.saved, last)
	}
	return err
}

// leastEventBytes is a lower bound for an event or its tombstone in the file.
const leastEventBytes = 8

func sizeOf(path string) (size int64) {
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			size += info.Size()
		}
	}
	return size
}

// schema compares the file's tables with those that this version makes.
func (k *checker) schema() error {
	want, err := schemaOf(k.version)
	if err != nil {
		return err
	}
	got, err := schemaIn(k.reader.conn)
	if err != nil {
		return fmt.Errorf("the schema cannot be read: %w", err)
	}
	for _, sql := range want {
		if !slices.Contains(got, sql) {
			k.report.finding("the schema has not, or not as it should be: %s", firstLine(sql))
		}
	}
	return nil
}

// pages has SQLite check the structure of the file, its index, and the types of
// all values.
func (k *checker) pages() error {
	const most = 100
	s, err := k.reader.conn.Prepare(fmt.Sprintf("PRAGMA integrity_check(%d)", most), 0)
	if err != nil {
		return fmt.Errorf("the pages cannot be checked: %w", err)
	}
	defer s.Close()
	n, err := s.Rows(func(r *sqliteconn.Row) bool {
		if text := r.Text(0); text != "ok" {
			k.report.finding("%s", text)
		}
		return true
	})
	if n == most {
		k.report.finding("SQLite found more than these %d faults", most)
	}
	if err != nil {
		return fmt.Errorf("the pages cannot be checked to the end: %w", err)
	}
	return nil
}

// tombstones reads the deleted events.
func (k *checker) tombstones() error {
	s, err := k.reader.conn.Prepare("SELECT stream, revision, position FROM tombstones ORDER BY stream, position", 0)
	if err != nil {
		return err
	}
	defer s.Close()
	next := map[string]int64{}
	_, err = s.Rows(func(r *sqliteconn.Row) bool {
		stream := r.Text(0)
		k.buried[r.Int(2)] = true
		if stream == "" {
			return true // from before schema 3
		}
		if r.Int(1) != next[stream] {
			k.report.finding("revision %d of stream %s was deleted, and revision %d before it was not", r.Int(1), stream, next[stream])
		}
		next[stream] = r.Int(1) + 1
		return true
	})
	k.report.Deleted = slices.Sorted(maps.Keys(next))
	if err != nil {
		return fmt.Errorf("table tombstones cannot be read: %w", err)
	}
	return nil
}

// readEvent is the place of an event, according to its row.
type readEvent struct {
	position, revision, previous, stream int64
	name                                 string
	err                                  error // it is not as it was written
}

// page reads the events after a position and up to another, so many at most.
func (k *checker) page(pages *sqliteconn.Statement, after, upTo int64, limit int) (events []readEvent, err error) {
	_, err = pages.Bind(after, upTo, int64(limit)).Rows(func(r *sqliteconn.Row) bool {
		e, bad := k.reader.event(r)
		events = append(events, readEvent{r.Int(0), r.Int(1), r.Int(7), r.Int(6), e.Stream, bad})
		return true
	})
	return events, err
}

// events reads all events in order. In an unreadable page it looks up each
// expected event, so that a fault does not hide others.
func (k *checker) events(ctx context.Context) error {
	pages, err := k.reader.conn.Prepare("SELECT "+eventColumns+checksumOf(k.version)+
		" FROM events e WHERE e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ?", 3)
	if err != nil {
		k.found(fmt.Errorf("table events cannot be read: %w", err))
		return nil
	}
	defer pages.Close()
	for at := int64(0); at < k.last; {
		if err := ctx.Err(); err != nil {
			return err
		}
		k.progress(at, k.last)
		events, err := k.page(pages, at, k.last, pageEvents)
		end := k.last
		switch {
		case err != nil && at > k.most:
			k.report.finding("events after %d cannot be read: %v", at, err)
			return nil
		case err != nil:
			end = min(at+pageEvents, k.last)
			k.oneByOne(pages, at, end)
		default:
			if len(events) == pageEvents {
				end = events[len(events)-1].position
			}
			k.take(at, end, events, nil)
		}
		at = end
	}
	k.endGap()
	k.progress(k.last, k.last)
	return nil
}

func (k *checker) oneByOne(pages *sqliteconn.Statement, after, end int64) {
	for at := after; at < end; at++ {
		events, err := k.page(pages, at, at+1, 1)
		if err != nil {
			events = nil
		}
		k.take(at, at+1, events, err)
	}
}

// take checks the events that were read after a position and up to another. Why
// others could not be read is nil where they are not there.
func (k *checker) take(after, end int64, events []readEvent, why error) {
	for _, e := range events {
		k.absent(after+1, e.position-1, why)
		after = e.position
		k.event(e)
	}
	k.absent(after+1, end, why)
}

// absent takes note of events that are not there, or cannot be read.
func (k *checker) absent(first, last int64, why error) {
	for ; first <= last && k.buried[first]; first++ {
	}
	for ; first <= last && k.buried[last]; last-- {
	}
	if first > last {
		return
	}
	reason := "are missing"
	if why != nil {
		reason = "cannot be read: " + why.Error()
	}
	if g := &k.gap; g.last != first-1 || g.reason != reason {
		k.endGap()
		k.gap = gap{first: first, reason: reason}
	}
	k.gap.last = last
}

// endGap makes the run of absent events a finding.
func (k *checker) endGap() {
	if g := k.gap; g.last > 0 {
		k.report.finding("events %d to %d %s", g.first, g.last, g.reason)
	}
	k.gap = gap{}
}

// event checks that an event is whole and continues its stream.
func (k *checker) event(e readEvent) {
	k.endGap()
	end := k.streams[e.stream]
	if end == nil {
		end = &chainEnd{}
		k.streams[e.stream] = end
	}
	switch {
	case e.err != nil:
		k.report.finding("%v", e.err)
		end.broken = true
	case e.revision != end.next && e.revision != 0 && end.position == 0 && end.next == 0:
		k.report.finding("stream %s begins with revision %d: what was before is lost", e.name, e.revision)
		end.broken = true
	case e.revision != end.next || e.previous != end.position:
		k.report.finding("event %d is revision %d of stream %s after event %d, where revision %d after event %d would be next",
			e.position, e.revision, e.name, e.previous, end.next, end.position)
		end.broken = true
	default:
		k.report.Events++
	}
	end.next, end.position = e.revision+1, e.position
	if e.position <= k.saved {
		end.atSaved = e.position
	}
}

// filedStreams compares table streams with the events.
func (k *checker) filedStreams() error {
	owner, err := k.reader.conn.Prepare("SELECT stream FROM events WHERE position = ?", 1)
	if err != nil {
		return err
	}
	defer owner.Close()
	s, err := k.reader.conn.Prepare("SELECT id, name, head FROM streams", 0)
	if err != nil {
		return fmt.Errorf("table streams cannot be read: %w", err)
	}
	defer s.Close()
	_, err = s.Rows(func(r *sqliteconn.Row) bool {
		id, name, head := r.Int(0), r.Text(1), r.Int(2)
		end := k.streams[id]
		delete(k.streams, id)
		deleted := slices.Contains(k.report.Deleted, name)
		switch {
		case head > k.last && (end == nil || !k.closed):
			// It was written meanwhile.
		case end == nil && deleted:
		case end == nil:
			k.report.finding("stream %s has no events, where its last is event %d", name, head)
			k.report.Damaged = append(k.report.Damaged, name)
			return true
		case end.broken || deleted:
			k.report.Damaged = append(k.report.Damaged, name)
			return true
		case head < end.atSaved || k.closed && head != end.position || head > end.position || !k.owns(owner, head, id, end):
			k.report.finding("stream %s is said to end with event %d, and ends with event %d", name, head, end.position)
			k.report.Damaged = append(k.report.Damaged, name)
			return true
		}
		if end != nil {
			k.report.Whole++
		}
		return true
	})
	if err != nil {
		return fmt.Errorf("table streams cannot be read: %w", err)
	}
	for id := range k.streams {
		k.report.Damaged = append(k.report.Damaged, fmt.Sprintf("#%d", id))
	}
	return nil
}

// owns reports whether the event at a position is of a stream, which has an
// end.
func (k *checker) owns(owner *sqliteconn.Statement, position, stream int64, end *chainEnd) bool {
	if position == end.position || position == end.atSaved {
		return true
	}
	var found int64
	_, err := owner.Bind(position).Rows(func(r *sqliteconn.Row) bool {
		found = r.Int(0)
		return false
	})
	return err == nil && found == stream
}

// sumUp puts the names in order, each once.
func (k *checker) sumUp() {
	slices.Sort(k.report.Damaged)
	k.report.Damaged = slices.Compact(k.report.Damaged)
	if k.version < 3 {
		k.report.Unprotected = k.report.Events
	}
}

// schemaOf gives the statements of a file of a version, as SQLite keeps them.
func schemaOf(version int64) ([]string, error) {
	c, err := sqliteconn.Open("schema", url.Values{"mode": {"memory"}})
	if err != nil {
		return nil, err
	}
	defer c.Close()
	script := schema2
	if version >= 3 {
		script += schema3
	}
	if err := c.Script(script); err != nil {
		return nil, err
	}
	return schemaIn(c)
}

func schemaIn(c *sqliteconn.Conn) (statements []string, err error) {
	s, err := c.Prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL", 0)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	_, err = s.Rows(func(r *sqliteconn.Row) bool {
		statements = append(statements, r.Text(0))
		return true
	})
	return statements, err
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

package esdbtest

import (
	"math"
	"sync"
	"time"

	"github.com/google/uuid"
)

// tombstoneRevision is the revision of the record that ends a stream for good.
const tombstoneRevision = math.MaxInt64

// overhead is about what the real log adds to the bytes of a record.
const overhead = 120

// event is one event as a client proposed it.
type event struct {
	id          uuid.UUID
	kind        string
	contentType string
	data        []byte
	metadata    []byte
}

func (e event) size() uint64 {
	return uint64(len(e.data) + len(e.metadata) + 2*len(e.kind))
}

// record is an event in the log. Position is both its commit and its prepare
// position; next is the offset just after it.
type record struct {
	event
	stream   string
	revision uint64
	position uint64
	next     uint64
	created  time.Time
}

// history is what the log knows of one stream.
type history struct {
	records    []int // indexes into log.records; the i-th has revision i
	kept       uint64
	tombstoned bool
}

// deleted is how the server marks a stream as deleted but not forbidden: every
// revision is truncated, those to come as well.
func (h *history) deleted() bool { return h.kept == math.MaxInt64 }

// log is the transaction log that the nodes of a cluster share.
type log struct {
	mu      sync.Mutex
	records []record
	streams map[string]*history
	end     uint64        // offset of the next record
	changed chan struct{} // closed, and made anew, when records grows
}

func newLog() *log {
	// The real log starts with a record that is no event.
	return &log{streams: map[string]*history{}, end: 2 * overhead, changed: make(chan struct{})}
}

// write puts records at the end of the log. The caller holds mu.
func (l *log) write(stream string, events []event) {
	h := l.stream(stream)
	for _, e := range events {
		l.put(stream, uint64(len(h.records)), e)
		h.records = append(h.records, len(l.records)-1)
		l.heedMetadata(stream, e)
	}
	l.announce()
}

func (l *log) put(stream string, revision uint64, e event) {
	r := record{event: e, stream: stream, revision: revision, position: l.end, created: time.Now()}
	r.next = r.position + overhead + uint64(2*len(stream)) + e.size()
	l.end = r.next
	l.records = append(l.records, r)
}

func (l *log) announce() {
	close(l.changed)
	l.changed = make(chan struct{})
}

func (l *log) stream(name string) *history {
	h := l.streams[name]
	if h == nil {
		h = &history{}
		l.streams[name] = h
	}
	return h
}

// current is the revision of a stream's last event, -1 if it has none.
func (l *log) current(name string) int64 {
	if h := l.streams[name]; h != nil {
		return int64(len(h.records)) - 1
	}
	return -1
}

package esdbtest

import (
	"math"
	"slices"
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
	stream    string
	revision  uint64
	position  uint64
	next      uint64
	created   time.Time
	scavenged bool // removed from the log, which keeps its place
}

// history is what the log knows of one stream.
type history struct {
	records    []int // indexes into log.records; the i-th has revision i
	limits     streamMetadata
	tombstoned bool
}

// log is the transaction log that the nodes of a cluster share.
type log struct {
	mu      sync.Mutex
	records []record
	streams map[string]*history
	pending map[string]*pendingWrite // by stream: written, and not yet replicated
	end     uint64                   // offset of the next record
	changed chan struct{}            // closed, and made anew, when records grows
	ahead   time.Duration            // of the log's clock before the machine's
}

// logStart is the offset of the first event: the real log starts with a record
// that is no event.
const logStart = 2 * overhead

func newLog() *log {
	return &log{streams: map[string]*history{}, pending: map[string]*pendingWrite{}, end: logStart, changed: make(chan struct{})}
}

// restored is a new log with the records up to a position: what a backup taken
// then holds.
func (l *log) restored(to uint64) *log {
	l.mu.Lock()
	defer l.mu.Unlock()
	backup := newLog()
	backup.ahead = l.ahead
	for _, r := range l.records {
		if r.position > to {
			break
		}
		h := backup.stream(r.stream)
		if r.revision == tombstoneRevision {
			h.tombstoned = true
		} else {
			h.records = append(h.records, len(backup.records))
		}
		backup.records = append(backup.records, r)
		backup.end = r.next
		backup.heedMetadata(r.stream, r.event)
	}
	return backup
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
	r := record{event: e, stream: stream, revision: revision, position: l.end, created: l.now()}
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

func (l *log) now() time.Time { return time.Now().Add(l.ahead) }

// current is the revision of a stream's last event, -1 if it has none.
func (l *log) current(name string) int64 {
	if h := l.streams[name]; h != nil {
		return int64(len(h.records)) - 1
	}
	return -1
}

// scavenge removes what readers of the streams no longer see. As in the real
// server the last event of a stream stays, so that its revisions go on, unless
// there is a tombstone. chosen says which of the hidden records go.
func (l *log) scavenge(chosen func(record) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	// Readers may hold the old slice.
	l.records = slices.Clone(l.records)
	now := l.now()
	for _, h := range l.streams {
		for revision, i := range h.records {
			r := &l.records[i]
			last := revision == len(h.records)-1
			if (h.tombstoned || !last && !l.isVisible(h, revision, now)) && chosen(*r) {
				r.scavenged = true
			}
		}
	}
}

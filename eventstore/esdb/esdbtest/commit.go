package esdbtest

import (
	"math"
	"slices"

	"github.com/google/uuid"
)

// Expectations with a meaning of their own, as the server numbers them; others
// are exact revisions.
const (
	expectNoStream = -1
	expectAny      = -2
	expectExists   = -4
)

type decision int

const (
	written decision = iota
	repeated
	wrongVersion
	streamDeleted
	dropped // a retry of what is under way: never answered
)

// committed is the answer to a write. Revision and position are of its last
// event, current is where the stream stands when the version was wrong.
type committed struct {
	decision decision
	revision uint64
	position uint64
	current  int64
}

// pendingWrite is in the leader's log and not yet replicated: readers do not
// see it, other writers conflict with it, and a retry of it is dropped.
type pendingWrite struct {
	expected int64
	events   []event
}

func (w *pendingWrite) isRetriedBy(expected int64, events []event) bool {
	return w.expected == expected &&
		slices.EqualFunc(w.events, events, func(a, b event) bool { return a.id == b.id })
}

// commit judges a write and does it. Without idempotence a retry is judged like
// a new write.
func (l *log) commit(stream string, expected int64, events []event, idempotence bool) committed {
	l.mu.Lock()
	defer l.mu.Unlock()
	done := l.judge(stream, expected, events, idempotence)
	if done.decision == written {
		done = l.do(stream, events)
	}
	return done
}

// begin judges a write and leaves it under way until finish is called, which
// does it, unless the leader was killed meanwhile.
func (l *log) begin(stream string, expected int64, events []event, idempotence bool) (committed, func() committed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	done := l.judge(stream, expected, events, idempotence)
	if done.decision != written {
		return done, func() committed { return done }
	}
	write := &pendingWrite{expected, events}
	l.pending[stream] = write
	return done, func() committed {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.pending[stream] != write {
			return committed{decision: dropped}
		}
		delete(l.pending, stream)
		return l.do(stream, events)
	}
}

func (l *log) judge(stream string, expected int64, events []event, idempotence bool) committed {
	h, current := l.streams[stream], l.current(stream)
	if h != nil && h.tombstoned {
		return committed{decision: streamDeleted}
	}
	if w := l.pending[stream]; w != nil {
		if w.isRetriedBy(expected, events) {
			return committed{decision: dropped}
		}
		return committed{decision: wrongVersion, current: current + int64(len(w.events))}
	}
	if last, ok := l.repetition(stream, expected, events); ok && idempotence {
		return committed{decision: repeated, revision: last.revision, position: last.position}
	}
	reborn := h != nil && h.deleted()
	switch expected {
	case expectAny, current:
	case expectExists:
		if reborn {
			return committed{decision: streamDeleted}
		}
		if current < 0 {
			return committed{decision: wrongVersion, current: current}
		}
	case expectNoStream:
		if !reborn {
			return committed{decision: wrongVersion, current: current}
		}
	default:
		return committed{decision: wrongVersion, current: current}
	}
	return committed{decision: written}
}

func (l *log) do(stream string, events []event) committed {
	if h := l.streams[stream]; h != nil && h.deleted() {
		l.truncate(stream, uint64(l.current(stream)+1))
	}
	l.write(stream, events)
	last := l.records[len(l.records)-1]
	return committed{decision: written, revision: last.revision, position: last.position}
}

// repetition finds the last event of an earlier write with these very ids: at
// the expected revision, or anywhere in the stream if any revision is expected.
func (l *log) repetition(stream string, expected int64, events []event) (record, bool) {
	h := l.streams[stream]
	if h == nil || len(events) == 0 {
		return record{}, false
	}
	first := expected + 1
	if expected == expectAny || expected == expectExists {
		first = l.revisionOf(h, events[0].id)
	}
	if first < 0 || first+int64(len(events)) > int64(len(h.records)) {
		return record{}, false
	}
	for i, e := range events {
		if l.records[h.records[first+int64(i)]].id != e.id {
			return record{}, false
		}
	}
	return l.records[h.records[first+int64(len(events))-1]], true
}

func (l *log) revisionOf(h *history, id uuid.UUID) int64 {
	for revision, i := range h.records {
		if l.records[i].id == id {
			return int64(revision)
		}
	}
	return -1
}

// remove deletes a stream, for good with a tombstone.
func (l *log) remove(stream string, expected int64, tombstone bool) committed {
	l.mu.Lock()
	defer l.mu.Unlock()
	h, current := l.stream(stream), l.current(stream)
	switch {
	case h.tombstoned:
		return committed{decision: streamDeleted}
	case expected != expectAny && expected != current && (expected != expectExists || current < 0):
		return committed{decision: wrongVersion, current: current}
	case tombstone:
		h.tombstoned = true
		l.put(stream, tombstoneRevision, event{id: uuid.New(), kind: "$streamDeleted", contentType: contentBinary})
		l.announce()
	default:
		l.truncate(stream, math.MaxInt64)
	}
	return committed{decision: written, position: l.records[len(l.records)-1].position}
}

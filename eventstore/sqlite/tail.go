package sqlite

import (
	"sync"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
)

// recentEvents and recentBytes bound a generation of the newest events in a
// tail. Up to two are in memory, and at least nearly one once so many events
// were written.
const (
	recentEvents = 4096
	recentBytes  = 4 << 20
)

// tail holds the position of the last committed event, wakes waiting
// subscribers, and keeps the newest events in memory for those that follow
// closely.
type tail struct {
	mu       sync.Mutex
	position eventstore.Position
	moved    chan struct{} // closed when position changes; nil while no one waits

	// The newest events, without a gap, up to position. New ones go to the
	// young generation, which is preallocated and never moves; when it is full,
	// it replaces the old one. Entries are immutable.
	old, young []writtenEvent
	bytes      int // of young
}

// writtenEvent is an event as the writer stored it. Its texts are copies: the
// memory of an append is its caller's.
type writtenEvent struct {
	stream         string
	revision       uint64
	id             uuid.UUID
	kind           string
	data, metadata string
}

func (e *writtenEvent) bytes() int { return len(e.data) + len(e.metadata) }

// recorded returns a copy of the event that callers may change.
func (e *writtenEvent) recorded(position eventstore.Position) eventstore.Recorded {
	texts := make([]byte, 0, e.bytes())
	texts = append(append(texts, e.data...), e.metadata...)
	n := len(e.data)
	return eventstore.Recorded{
		Event:    eventstore.Event{ID: e.id, Type: e.kind, Data: texts[:n:n], Metadata: texts[n:]},
		Stream:   e.stream,
		Revision: e.revision,
		Position: position,
	}
}

// begin sets the position that the store has when it is opened.
func (t *tail) begin(position eventstore.Position) { t.position = position }

// add adds committed events, the last of them at position.
func (t *tail) add(position eventstore.Position, events []writtenEvent) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if position == t.position {
		return
	}
	if position != t.position+eventstore.Position(len(events)) {
		t.forget() // the file had events that nobody was told of
	}
	t.keep(events)
	t.position = position
	if t.moved != nil {
		close(t.moved)
		t.moved = nil
	}
}

// keep takes events in. Those that are too many for a generation are left to
// the file.
func (t *tail) keep(events []writtenEvent) {
	bytes := 0
	for i := range events {
		bytes += events[i].bytes()
	}
	if len(events) > recentEvents || bytes > recentBytes {
		t.forget()
		return
	}
	if t.young == nil || len(t.young)+len(events) > recentEvents || t.bytes+bytes > recentBytes {
		t.old, t.young, t.bytes = t.young, make([]writtenEvent, 0, recentEvents), 0
	}
	t.young = append(t.young, events...)
	t.bytes += bytes
}

// forget drops all events.
func (t *tail) forget() { t.old, t.young, t.bytes = nil, nil, 0 }

// after returns the events after a position, in two parts, if all of them are
// still in memory, and a channel that is closed when more arrive.
func (t *tail) after(position eventstore.Position) (older, newer []writtenEvent, complete bool, moved <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.moved == nil {
		t.moved = make(chan struct{})
	}
	if position >= t.position {
		return nil, nil, true, t.moved
	}
	missing := t.position - position
	if missing > eventstore.Position(len(t.old)+len(t.young)) {
		return nil, nil, false, t.moved
	}
	if n := int(missing); n <= len(t.young) {
		newer = t.young[len(t.young)-n:]
	} else {
		older, newer = t.old[len(t.old)+len(t.young)-n:], t.young
	}
	return older, newer, true, t.moved
}

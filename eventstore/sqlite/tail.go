package sqlite

import (
	"sync"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
)

// recentEvents and recentBytes bound what a tail keeps of the newest events; up to
// twice as much is in memory.
const (
	recentEvents = 4096
	recentBytes  = 4 << 20
)

// tail knows the position of the last committed event, wakes those who wait for
// the next, and has the newest events for those who follow closely, who then need
// not read them from the file.
type tail struct {
	mu       sync.Mutex
	position eventstore.Position
	moved    chan struct{}  // closed when position changes; nil while no one waits
	recent   []writtenEvent // the newest, without a gap, up to position; what is added is never changed
	bytes    int            // of recent
}

// writtenEvent is an event as the writer stored it. Its texts are copies: the memory of
// an append is its caller's.
type writtenEvent struct {
	stream         string
	revision       uint64
	id             uuid.UUID
	kind           string
	data, metadata string
}

func (e *writtenEvent) bytes() int { return len(e.data) + len(e.metadata) }

// recorded is the event for somebody who may change it.
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

// add is told what was committed, which ends at a position.
func (t *tail) add(position eventstore.Position, events []writtenEvent) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if position == t.position {
		return
	}
	if position != t.position+eventstore.Position(len(events)) {
		t.recent, t.bytes = nil, 0 // the file had events that nobody was told of
	}
	t.recent = append(t.recent, events...)
	for i := range events {
		t.bytes += events[i].bytes()
	}
	if len(t.recent) > 2*recentEvents || t.bytes > 2*recentBytes {
		t.forget()
	}
	t.position = position
	if t.moved != nil {
		close(t.moved)
		t.moved = nil
	}
}

// forget drops the older of the recent events.
func (t *tail) forget() {
	from, bytes := len(t.recent), 0
	for from > 0 && len(t.recent)-from < recentEvents {
		if bytes += t.recent[from-1].bytes(); bytes > recentBytes {
			break
		}
		from--
	}
	t.recent, t.bytes = append([]writtenEvent(nil), t.recent[from:]...), 0
	for i := range t.recent {
		t.bytes += t.recent[i].bytes()
	}
}

// after gives the events after a position, if it still has all of them, and a
// channel that is closed when there are more.
func (t *tail) after(position eventstore.Position) (events []writtenEvent, complete bool, moved <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.moved == nil {
		t.moved = make(chan struct{})
	}
	if position >= t.position {
		return nil, true, t.moved
	}
	missing := t.position - position
	if missing > eventstore.Position(len(t.recent)) {
		return nil, false, t.moved
	}
	return t.recent[len(t.recent)-int(missing):], true, t.moved
}

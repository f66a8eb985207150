package sqlite

import (
	"sync"

	"github.com/janggid/janggid/eventstore"
)

// tail knows the position of the last committed event and wakes those who wait
// for the next.
type tail struct {
	mu       sync.Mutex
	position eventstore.Position
	moved    chan struct{} // closed when position changes; nil while no one waits
}

// advance is told the last committed position.
func (t *tail) advance(position eventstore.Position) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if position == t.position {
		return
	}
	t.position = position
	if t.moved != nil {
		close(t.moved)
		t.moved = nil
	}
}

// now gives the last committed position, and a channel that is closed when it is
// no longer the last.
func (t *tail) now() (eventstore.Position, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.moved == nil {
		t.moved = make(chan struct{})
	}
	return t.position, t.moved
}

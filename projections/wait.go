package projections

import (
	"context"
	"sync"

	"github.com/janggid/janggid/eventstore"
)

// waits knows how far the model has come and wakes those who wait for more.
type waits struct {
	mu       sync.Mutex
	position eventstore.Position
	moved    chan struct{} // closed when position changes; nil while no one waits
	wanted   chan struct{} // has a value when somebody began to wait
}

func newWaits(position eventstore.Position) *waits {
	return &waits{position: position, wanted: make(chan struct{}, 1)}
}

func (w *waits) now() eventstore.Position {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.position
}

// next gives the position, and a channel that is closed when it is another.
func (w *waits) next() (eventstore.Position, <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.moved == nil {
		w.moved = make(chan struct{})
	}
	return w.position, w.moved
}

func (w *waits) advance(position eventstore.Position) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if position <= w.position {
		return
	}
	w.position = position
	if w.moved != nil {
		close(w.moved)
		w.moved = nil
	}
}

// WaitFor returns when the model has come to a position, or with ctx's error
// when ctx ends before.
func (m *Model) WaitFor(ctx context.Context, position eventstore.Position) error {
	for {
		now, moved := m.waits.next()
		if now >= position {
			return nil
		}
		m.waits.want()
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

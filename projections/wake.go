package projections

import (
	"math"
	"sync"

	"github.com/janggid/janggid/domain/game"
)

// wake tells the watcher of deadlines that it did not know when it went to
// sleep.
type wake struct {
	mu       sync.Mutex
	earliest game.Instant // that was told of since last taken
	until    game.Instant // the deadline that the watcher sleeps for; never while it looks
	rung     chan struct{}
}

const never = game.Instant(math.MaxInt64)

func newWake() *wake { return &wake{earliest: never, until: never, rung: make(chan struct{}, 1)} }

// deadline tells of a deadline that now stands in the model.
func (w *wake) deadline(at game.Instant) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.earliest = min(w.earliest, at)
	if at >= w.until {
		return
	}
	select {
	case w.rung <- struct{}{}:
	default:
	}
}

// take gives the earliest deadline told of since it was last asked for. From
// then on, until it sleeps, every deadline rings.
func (w *wake) take() game.Instant {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := w.earliest
	w.earliest, w.until = never, never
	return at
}

// sleep sets the deadline before which others ring. False where one was told of
// already.
func (w *wake) sleep(until game.Instant) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case <-w.rung:
	default:
	}
	w.until = until
	return w.earliest >= until
}

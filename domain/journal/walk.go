package journal

import (
	"context"
	"fmt"
	"iter"
	"runtime"

	"github.com/janggid/janggid/eventstore"
)

const (
	// longHistory is the number of events from which a walk needs a slot, so
	// that most processors stay free for moves.
	longHistory = 1000

	// yieldEvery is the number of events after which a walk yields.
	yieldEvery = 64
)

// slots bound the concurrent walks through long histories.
type slots chan struct{}

func newSlots() slots { return make(slots, max(1, runtime.GOMAXPROCS(0)/2)) }

// take waits for a slot if a walk is long; release returns it.
func (s slots) take(ctx context.Context, events uint64) (release func(), err error) {
	if events < longHistory {
		return func() {}, nil
	}
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("journal: waiting to read a long history: %w", ctx.Err())
	}
}

// history yields a game's events, starting at from. It stops when ctx ends, and
// yields to other goroutines.
func (j *Journal) history(ctx context.Context, id string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		n := 0
		for r, err := range j.store.ReadStream(ctx, gamePrefix+id, from) {
			if n++; err == nil && n%yieldEvery == 0 {
				runtime.Gosched()
				err = ctx.Err()
			}
			if err != nil {
				yield(r, fmt.Errorf("journal: game %s: %w", id, err))
				return
			}
			if !yield(r, nil) {
				return
			}
		}
	}
}

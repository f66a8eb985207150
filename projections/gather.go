package projections

import (
	"context"
	"iter"
	"time"

	"github.com/janggid/janggid/eventstore"
)

// gatherTime is how long the follower lets events gather after it has caught
// up. A game that is played fast is then written once for many turns, which
// under load costs a quarter of writing it after each; an event that comes after
// a quiet time is folded at once.
const gatherTime = 10 * time.Millisecond

// gathering is a subscription that pauses where it has caught up, unless
// somebody waits for what comes next.
func (m *Model) gathering(messages source) source {
	return func(ctx context.Context) iter.Seq2[eventstore.Message, error] {
		return func(yield func(eventstore.Message, error) bool) {
			for message, err := range messages(ctx) {
				if !yield(message, err) {
					return
				}
				if message.CaughtUp {
					m.waits.pause(ctx, m.gather)
				}
			}
		}
	}
}

// pause ends after a time, with ctx, or when somebody waits.
func (w *waits) pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-w.wanted:
	case <-ctx.Done():
	}
}

// want ends a pause, this one or the next.
func (w *waits) want() {
	select {
	case w.wanted <- struct{}{}:
	default:
	}
}

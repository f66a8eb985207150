package projections

import (
	"context"
	"iter"
	"time"

	"github.com/janggid/janggid/eventstore"
)

// The follower lets events gather after it has caught up, so that a game which
// is played fast is written once for many turns. It takes a twentieth of the time, so
// that a machine that is short of it has it for commands, unless streams would
// hear of events too late for that; an event that comes after a quiet time is
// folded at once.
const (
	leastGatherTime = 10 * time.Millisecond
	mostGatherTime  = 60 * time.Millisecond
	gatherShare     = 19 // times as long as what the last batch took
)

// gatherTime is the pause after a batch that took so long.
func gatherTime(took time.Duration) time.Duration {
	return min(max(leastGatherTime, gatherShare*took), mostGatherTime)
}

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
					m.waits.pause(ctx, gatherTime(time.Duration(m.took.Load())))
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

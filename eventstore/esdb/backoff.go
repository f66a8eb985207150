package esdb

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	firstPause = 10 * time.Millisecond
	// longestPause is short enough for a failover, which takes a cluster a few
	// seconds, not to be made much longer.
	longestPause = 2 * time.Second
)

// backoff spaces attempts: pauses double, and each is shortened by chance by up
// to half, so that nodes which lost the same server do not come back in step.
type backoff struct {
	pause time.Duration
	until time.Time // no attempt starts later; zero for no end
}

// wait pauses before the next attempt. It is false when there is to be none.
func (b *backoff) wait(ctx context.Context) bool {
	b.pause = min(max(2*b.pause, firstPause), longestPause)
	pause := b.pause - rand.N(b.pause/2)
	if !b.until.IsZero() && time.Now().Add(pause).After(b.until) {
		return false
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (b *backoff) reset() { b.pause = 0 }

package limit

import (
	"context"
	"time"
)

// maxPace is how long a request is made to wait at most.
const maxPace = 2 * time.Second

// Pace asks before something is done, and waits for a token where there is none.
// It refuses only what would wait too long.
func (l *Limiter) Pace(ctx context.Context, p Policy, key string) Decision {
	if l.buckets == nil {
		return Decision{Allowed: true}
	}
	now := l.now()
	b := l.bucket(p, key)
	r := b.ReserveN(now, 1)
	delay := r.DelayFrom(now)
	if delay == 0 {
		return Decision{Policy: p, Allowed: true}
	}
	if delay > maxPace {
		r.CancelAt(now)
		return decide(p, false, b.TokensAt(now))
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done(): // nobody waits for the answer any more
	}
	return Decision{Policy: p, Allowed: true}
}

// Queue asks before something is done that is never refused: it waits for a
// token, however long that takes, or until ctx ends.
func (l *Limiter) Queue(ctx context.Context, p Policy, key string) {
	b := l.bucket(p, key)
	now := l.now()
	if b.AllowN(now, 1) {
		return
	}
	timer := time.NewTimer(b.ReserveN(now, 1).DelayFrom(now))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done(): // nobody waits for the answer any more
	}
}

// Unlimited tells whether the Limiter allows everything.
func (l *Limiter) Unlimited() bool { return l.buckets == nil }

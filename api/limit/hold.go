package limit

import (
	"sync"
	"time"
)

// heldRetry is how long a client is told to wait for a place: nobody knows when
// another one ends, and asking costs a token of what limits beginnings.
const heldRetry = 5 * time.Second

// held counts what goes on, by policy and key. Keys of which nothing goes on
// have no entry, so that it is no larger than what it counts.
type held struct {
	mu     sync.Mutex
	counts map[bucketKey]int
}

// Hold asks before something begins that goes on. If it is allowed it counts
// until release is called, once; if not, it must not begin and release does
// nothing. It is for a [Policy] that is [Policy.AtOnce].
func (l *Limiter) Hold(p Policy, key string) (d Decision, release func()) {
	if l.buckets == nil {
		return Decision{Allowed: true}, func() {}
	}
	k := bucketKey{p.Name, key}
	h := &l.held
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.counts[k] >= p.Quota {
		return Decision{Policy: p, RetryAfter: heldRetry}, func() {}
	}
	h.counts[k]++
	return Decision{Policy: p, Allowed: true, Remaining: p.Quota - h.counts[k]}, func() { h.release(k) }
}

func (h *held) release(k bucketKey) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.counts[k]--; h.counts[k] == 0 {
		delete(h.counts, k)
	}
}

package subscription

import (
	"math/rand/v2"
	"time"
)

// Backoff is a pause that doubles, with some randomness so that nodes do not
// return to a store all at once. The zero value is ready.
type Backoff struct{ last time.Duration }

const (
	firstPause = 100 * time.Millisecond

	// MaxPause is the longest pause.
	MaxPause = 10 * time.Second
)

// Next is the next pause.
func (b *Backoff) Next() time.Duration {
	b.last = min(max(2*b.last, firstPause), MaxPause)
	return b.last/2 + rand.N(b.last/2)
}

// Reset begins with short pauses again.
func (b *Backoff) Reset() { b.last = 0 }

package projections

import (
	"math/rand/v2"
	"time"
)

// backoff is a pause that doubles, with some randomness so that nodes do not
// return to a store that was lost all at once.
type backoff struct{ last time.Duration }

const (
	firstPause = 100 * time.Millisecond
	mostPause  = 10 * time.Second
)

func (b *backoff) next() time.Duration {
	b.last = min(max(2*b.last, firstPause), mostPause)
	return b.last/2 + rand.N(b.last/2)
}

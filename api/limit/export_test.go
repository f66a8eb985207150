package limit

// BucketsOf counts what a Limiter keeps, once its evictions are done.
func BucketsOf(l *Limiter) int {
	l.buckets.CleanUp()
	return l.buckets.EstimatedSize()
}

// HeldBy counts the keys of what goes on.
func HeldBy(l *Limiter) int { return len(l.held.counts) }

// WaitingOrRunning counts the addresses that gates know.
func WaitingOrRunning(l *Limiter) (n int) {
	for _, g := range l.gates {
		n += len(g.keys)
	}
	return n
}

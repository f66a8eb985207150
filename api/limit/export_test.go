package limit

// BucketsOf counts what a Limiter keeps, once its evictions are done.
func BucketsOf(l *Limiter) int {
	l.buckets.CleanUp()
	return l.buckets.EstimatedSize()
}

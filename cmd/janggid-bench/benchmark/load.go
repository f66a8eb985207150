package benchmark

import (
	"context"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
)

// load is how some workers repeat an operation.
type load struct {
	duration time.Duration
	rate     float64 // operations a second of all workers together; 0: as fast as it goes
}

// outcome is what came of a load.
type outcome struct {
	operations int
	bytes      int // sum of what the operations returned
	elapsed    time.Duration
	latencies  []time.Duration // sorted
}

func (o outcome) perSecond() float64 { return float64(o.operations) / o.elapsed.Seconds() }

// quantile is the latency that a share q of the operations did not exceed.
func (o outcome) quantile(q float64) time.Duration {
	if len(o.latencies) == 0 {
		return 0
	}
	return o.latencies[min(len(o.latencies)-1, int(q*float64(len(o.latencies))))]
}

// worker is one of many who do the same at once. What ready does is not timed, and
// puts off when operations are due; operate returns a number of bytes.
type worker interface {
	ready() error
	operate() (bytes int, err error)
}

// run lets each worker repeat its operation until the time is over.
func (l load) run(ctx context.Context, workers []worker) (outcome, error) {
	parts := make([]outcome, len(workers))
	group, ctx := errgroup.WithContext(ctx)
	begun := time.Now()
	for i, w := range workers {
		group.Go(func() (err error) {
			parts[i], err = l.repeat(ctx, w, begun, i, len(workers))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return outcome{}, err
	}
	all := outcome{elapsed: time.Since(begun)}
	for _, p := range parts {
		all.operations += p.operations
		all.bytes += p.bytes
		all.latencies = append(all.latencies, p.latencies...)
	}
	slices.Sort(all.latencies)
	return all, nil
}

// repeat is what one worker of n does. At a given rate an operation has a time
// at which it is due, and one that begins late because the one before it took
// long counts from when it was due.
func (l load) repeat(ctx context.Context, w worker, begun time.Time, i, n int) (done outcome, err error) {
	due := begun
	var interval time.Duration
	if l.rate > 0 {
		interval = time.Duration(float64(n) / l.rate * float64(time.Second))
		due = due.Add(interval * time.Duration(i) / time.Duration(n))
	}
	end := begun.Add(l.duration)
	for now := begun; now.Before(end) && ctx.Err() == nil; {
		begun := time.Now()
		if err := w.ready(); err != nil {
			return done, err
		}
		from := time.Now()
		due = due.Add(from.Sub(begun))
		if interval > 0 && !due.Before(end) {
			break
		}
		if interval > 0 {
			if wait := due.Sub(from); wait > 0 {
				time.Sleep(wait)
				from = time.Now()
			} else {
				from = due
			}
			due = due.Add(interval)
		}
		bytes, err := w.operate()
		if err != nil {
			return done, err
		}
		now = time.Now()
		done.operations++
		done.bytes += bytes
		done.latencies = append(done.latencies, now.Sub(from))
	}
	return done, ctx.Err()
}

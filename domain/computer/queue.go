package computer

import (
	"container/heap"
	"context"
	"time"
)

// job is what a game asks of a computer at a revision.
type job struct {
	game     string
	revision uint64
	due      time.Time // not to be answered before
	latest   time.Time // answered by then if at all possible; orders those that are due
	anew     bool      // look the game up in the store before
	index    int       // in its heap; -1: in none
	ready    bool      // stands among the due ones
	taken    bool      // a worker is at it
}

// queue holds jobs: those yet to become due by when they do, and the due ones by
// how urgent they are.
type queue struct{ later, due jobHeap }

func (q *queue) add(j *job) { heap.Push(&q.later, j) }

func (q *queue) remove(j *job) {
	switch {
	case j.index < 0: // a worker is offered it
	case j.ready:
		heap.Remove(&q.due, j.index)
	default:
		heap.Remove(&q.later, j.index)
	}
}

// first is the most urgent job that is due; nil for none, and then when the next
// becomes due: zero for never.
func (q *queue) first(now time.Time) (j *job, next time.Time) {
	for len(q.later) > 0 && !q.later[0].due.After(now) {
		j := heap.Pop(&q.later).(*job)
		j.ready = true
		heap.Push(&q.due, j)
	}
	switch {
	case len(q.due) > 0:
		return q.due[0], time.Time{}
	case len(q.later) > 0:
		return nil, q.later[0].due
	}
	return nil, time.Time{}
}

// jobHeap orders jobs by due, or, once they are, by latest.
type jobHeap []*job

func (h jobHeap) Len() int { return len(h) }

func (h jobHeap) Less(a, b int) bool {
	if h[a].ready {
		return h[a].latest.Before(h[b].latest)
	}
	return h[a].due.Before(h[b].due)
}

func (h jobHeap) Swap(a, b int) {
	h[a], h[b] = h[b], h[a]
	h[a].index, h[b].index = a, b
}

func (h *jobHeap) Push(x any) {
	j := x.(*job)
	j.index = len(*h)
	*h = append(*h, j)
}

func (h *jobHeap) Pop() any {
	last := len(*h) - 1
	j := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	j.index = -1
	return j
}

// dispatch hands jobs to workers as they become due.
func (r *Runner) dispatch(ctx context.Context, work chan<- *job) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		r.mu.Lock()
		now := r.options.Now()
		first, next := r.jobs.first(now)
		r.load.late(first, now)
		r.mu.Unlock()
		hands := work
		if first == nil {
			hands = nil
		}
		var until <-chan time.Time
		if !next.IsZero() {
			timer.Reset(next.Sub(now))
			until = timer.C
		}
		select {
		case hands <- first:
			r.mu.Lock()
			r.jobs.remove(first)
			r.mu.Unlock()
		case <-until:
		case <-r.wake:
		case <-ctx.Done():
			return
		}
	}
}

// begin takes a job for a worker; false where it was overtaken meanwhile.
func (r *Runner) begin(j *job) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	u := r.games[j.game]
	if u == nil || u.job != j || j.taken {
		return false
	}
	j.taken = true
	return true
}

// end lets go of a job whose game asks for nothing more now.
func (r *Runner) end(j *job) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if u := r.games[j.game]; u != nil && u.job == j {
		u.job = nil
	}
}

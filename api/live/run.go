package live

import (
	"container/heap"
	"context"
	"strconv"
	"sync"
	"time"
)

const (
	// HeartbeatEvery is the longest that a stream is quiet.
	HeartbeatEvery = 15 * time.Second

	// beatSlots spreads the heartbeats of all streams over that time.
	beatSlots = 15
)

// later is what is to be done at given times.
type later struct {
	mu      sync.Mutex
	tasks   tasks
	sooner  chan struct{} // holds one token when a task became the first
	waiting sync.WaitGroup
}

type task struct {
	due time.Time
	do  func()
}

type tasks []task

func (t tasks) Len() int           { return len(t) }
func (t tasks) Less(i, j int) bool { return t[i].due.Before(t[j].due) }
func (t tasks) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }
func (t *tasks) Push(x any)        { *t = append(*t, x.(task)) }
func (t *tasks) Pop() any {
	last := (*t)[len(*t)-1]
	(*t)[len(*t)-1] = task{}
	*t = (*t)[:len(*t)-1]
	return last
}

func newLater() later { return later{sooner: make(chan struct{}, 1)} }

// At has Run do something once it is due, in a goroutine of its own. What is
// due when the process ends is not done.
func (h *Hub) At(due time.Time, do func()) {
	l := &h.later
	l.mu.Lock()
	defer l.mu.Unlock()
	heap.Push(&l.tasks, task{due, do})
	if l.tasks[0].due.Equal(due) {
		select {
		case l.sooner <- struct{}{}:
		default:
		}
	}
}

// Run keeps streams alive and does what is due, until ctx ends and what it
// began is done.
func (h *Hub) Run(ctx context.Context) {
	defer h.later.waiting.Wait()
	beat := time.NewTicker(HeartbeatEvery / beatSlots)
	defer beat.Stop()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for slot := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			h.Beat(slot)
			slot = (slot + 1) % beatSlots
		case <-h.later.sooner:
		case <-timer.C:
		}
		if next, any := h.doDue(); any {
			timer.Reset(next.Sub(h.now()))
		}
	}
}

// doDue begins what is due and tells when the next task is.
func (h *Hub) doDue() (next time.Time, any bool) {
	l := &h.later
	l.mu.Lock()
	defer l.mu.Unlock()
	now := h.now()
	for len(l.tasks) > 0 {
		if first := l.tasks[0]; first.due.After(now) {
			return first.due, true
		}
		do := heap.Pop(&l.tasks).(task).do
		l.waiting.Go(do)
	}
	return time.Time{}, false
}

// Beat sends a heartbeat to a share of the streams; Run does so for one slot
// after the other.
func (h *Hub) Beat(slot int) {
	f := &Frame{Kind: Heartbeat, Members: strconv.AppendInt([]byte(`,"server_time":`), h.now().UnixMilli(), 10)}
	h.mu.RLock()
	defer h.mu.RUnlock()
	for s := range h.beats[slot] {
		s.pushIdle(f)
	}
}

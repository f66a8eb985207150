package api

import (
	"cmp"
	"container/heap"
	"sync"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// lateFrames holds the events of public games that are held back, and publishes
// them in the feed when their games' delays have passed, in the order in which
// they are due.
type lateFrames struct {
	s     *Server
	mu    sync.Mutex
	known map[eventstore.Position]struct{}
	queue lateQueue
}

type lateQueue []*live.Frame

func (q lateQueue) Len() int { return len(q) }
func (q lateQueue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(dueOf(q[i]), dueOf(q[j])), cmp.Compare(q[i].Position, q[j].Position)) < 0
}
func (q lateQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *lateQueue) Push(x any)   { *q = append(*q, x.(*live.Frame)) }
func (q *lateQueue) Pop() any {
	last := (*q)[len(*q)-1]
	(*q)[len(*q)-1] = nil
	*q = (*q)[:len(*q)-1]
	return last
}

// dueOf is when others than the players may know of an event.
func dueOf(f *live.Frame) game.Instant {
	about := f.About.(told)
	return about.game.State.ShownFrom(about.at)
}

func newLateFrames(s *Server) *lateFrames {
	return &lateFrames{s: s, known: map[eventstore.Position]struct{}{}}
}

// add has the frame of an event published when it is due; once, however often it
// is added before.
func (l *lateFrames) add(f *live.Frame) {
	l.mu.Lock()
	_, known := l.known[f.Position]
	if !known {
		l.known[f.Position] = struct{}{}
		heap.Push(&l.queue, f)
	}
	l.mu.Unlock()
	if !known {
		l.s.live.At(dueOf(f).Time(), l.publish)
	}
}

// publish publishes what is due. The lock keeps the order.
func (l *lateFrames) publish() {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.s.arrival()
	for len(l.queue) > 0 && dueOf(l.queue[0]) <= now {
		f := heap.Pop(&l.queue).(*live.Frame)
		delete(l.known, f.Position)
		l.s.live.Publish(feedTopic, f)
	}
}

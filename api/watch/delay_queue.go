package watch

import (
	"cmp"
	"container/heap"
	"sync"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// delayQueue holds the events of public games that are held back, and publishes
// them in the feed when their games' delays have passed, in the order in which
// they are due.
type delayQueue struct {
	live  *live.Hub
	now   func() game.Instant
	mu    sync.Mutex
	known map[eventstore.Position]struct{}
	queue dueFrames
}

type dueFrames []*live.Frame

func (q dueFrames) Len() int { return len(q) }
func (q dueFrames) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(dueOf(q[i]), dueOf(q[j])), cmp.Compare(q[i].Position, q[j].Position)) < 0
}
func (q dueFrames) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *dueFrames) Push(x any)   { *q = append(*q, x.(*live.Frame)) }
func (q *dueFrames) Pop() any {
	last := (*q)[len(*q)-1]
	(*q)[len(*q)-1] = nil
	*q = (*q)[:len(*q)-1]
	return last
}

// dueOf is when others than the players may know of an event.
func dueOf(f *live.Frame) game.Instant {
	about := f.About.(eventOf)
	return about.game.State.ShownFrom(about.at)
}

func newDelayQueue(hub *live.Hub, now func() game.Instant) *delayQueue {
	return &delayQueue{live: hub, now: now, known: map[eventstore.Position]struct{}{}}
}

// add has the frame of an event published when it is due; once, however often it
// is added before.
func (l *delayQueue) add(f *live.Frame) {
	l.mu.Lock()
	_, known := l.known[f.Position]
	if !known {
		l.known[f.Position] = struct{}{}
		heap.Push(&l.queue, f)
	}
	l.mu.Unlock()
	if !known {
		l.live.At(dueOf(f).Time(), l.publish)
	}
}

// publish publishes what is due. The lock keeps the order.
func (l *delayQueue) publish() {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	for len(l.queue) > 0 && dueOf(l.queue[0]) <= now {
		f := heap.Pop(&l.queue).(*live.Frame)
		delete(l.known, f.Position)
		l.live.Publish(live.FeedTopic, f)
	}
}

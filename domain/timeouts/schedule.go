package timeouts

import (
	"container/heap"
	"math"
	"sync"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
)

// never is no instant at which anything is due.
const never = game.Instant(math.MaxInt64)

// entry is a running game.
type entry struct {
	id       uuid.UUID
	deadline game.Instant
	look     game.Instant // when to look at it; no later than the deadline allows
	index    int          // in the heap
}

// schedule is when to look at which game. A turn moves its game's deadline only,
// not its place in the heap: a look that turns out to be early moves that.
type schedule struct {
	mu      sync.Mutex
	games   map[uuid.UUID]*entry
	order   byLook
	until   game.Instant  // the look that somebody sleeps for; never while nobody does
	earlier chan struct{} // has a value when there is one before
}

func newSchedule() *schedule {
	return &schedule{games: map[uuid.UUID]*entry{}, until: never, earlier: make(chan struct{}, 1)}
}

type byLook []*entry

func (h byLook) Len() int           { return len(h) }
func (h byLook) Less(i, j int) bool { return h[i].look < h[j].look }
func (h byLook) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}
func (h *byLook) Push(x any) {
	e := x.(*entry)
	e.index = len(*h)
	*h = append(*h, e)
}
func (h *byLook) Pop() any {
	last := (*h)[len(*h)-1]
	(*h)[len(*h)-1] = nil
	*h = (*h)[:len(*h)-1]
	return last
}

// overdueFrom is when others than the late side may end a game.
func overdueFrom(deadline game.Instant) game.Instant { return deadline.Add(game.OvertakeGraceMS) }

// set has a game's deadline known; 0 for a game that has none.
func (s *schedule) set(id uuid.UUID, deadline game.Instant) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.change(id, deadline)
}

// change is set for a caller that holds mu.
func (s *schedule) change(id uuid.UUID, deadline game.Instant) {
	e := s.games[id]
	switch {
	case deadline == 0 && e == nil:
	case deadline == 0:
		heap.Remove(&s.order, e.index)
		delete(s.games, id)
	case e == nil:
		s.add(id, deadline)
	default:
		e.deadline = deadline
		if look := overdueFrom(deadline); look < e.look {
			s.move(e, look)
		}
	}
}

// lower is set by somebody who may know less than others: a deadline that is too
// early is found out by a look, one that is too late never.
func (s *schedule) lower(id uuid.UUID, deadline game.Instant) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.games[id]; deadline > 0 && (e == nil || deadline < e.deadline) {
		s.change(id, deadline)
	}
}

// looked tells what a look at an overdue game found, unless something happened in
// the game meanwhile.
func (s *schedule) looked(at overdue, found game.Instant, again game.Instant) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.games[at.id]
	switch {
	case e == nil || e.deadline != at.deadline:
	case found == at.deadline:
		s.move(e, again)
	default:
		s.change(at.id, found)
	}
}

// add adds a game. The caller holds mu.
func (s *schedule) add(id uuid.UUID, deadline game.Instant) {
	e := &entry{id: id, deadline: deadline, look: overdueFrom(deadline)}
	s.games[id] = e
	heap.Push(&s.order, e)
	s.wake(e.look)
}

// move sets when to look at a game. The caller holds mu.
func (s *schedule) move(e *entry, look game.Instant) {
	e.look = look
	heap.Fix(&s.order, e.index)
	s.wake(look)
}

func (s *schedule) wake(look game.Instant) {
	if look >= s.until {
		return
	}
	select {
	case s.earlier <- struct{}{}:
	default:
	}
}

// overdue is a game whose time is out, as far as is known.
type overdue struct {
	id       uuid.UUID
	deadline game.Instant
}

// take gives at most so many games that are overdue, the earliest first.
func (s *schedule) take(now game.Instant, most int) (games []overdue) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var taken []*entry
	for len(taken) < most && s.first() <= now {
		e := heap.Pop(&s.order).(*entry)
		taken = append(taken, e)
		games = append(games, overdue{e.id, e.deadline})
	}
	for _, e := range taken {
		heap.Push(&s.order, e)
	}
	return games
}

// first is when to look next; never where there is nothing to look at. Games
// whose deadlines have moved are put in their places first. The caller holds mu.
func (s *schedule) first() game.Instant {
	for len(s.order) > 0 {
		e := s.order[0]
		look := overdueFrom(e.deadline)
		if look <= e.look {
			return e.look
		}
		e.look = look
		heap.Fix(&s.order, 0)
	}
	return never
}

// sleepUntil gives the next look. From then on an earlier one sends a value to
// earlier.
func (s *schedule) sleepUntil() game.Instant {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.earlier:
	default:
	}
	s.until = s.first()
	return s.until
}

// len is the number of games that have a deadline.
func (s *schedule) len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.games)
}

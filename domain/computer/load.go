package computer

import (
	"sync"
	"time"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

const (
	// thinking is how long a person is taken to think about a turn, until it is
	// known how long this one does.
	thinking = 4 * time.Second

	// moving is how long a computer's turn takes besides the search.
	moving = 20 * time.Millisecond

	// firstRate is how many nodes a second a worker is taken to search before it
	// has.
	firstRate = 400_000

	// leastShare is the part of its nodes that a turn gets under whatever load.
	leastShare = 1.0 / 8

	// sumEvery is how often demand is summed up anew for searches.
	sumEvery = 100 * time.Millisecond

	// tolerated is how late an answer may be before searches become shorter.
	tolerated = time.Second
)

// load weighs what the games of this node ask of its workers, in nodes a second.
type load struct {
	workers int
	pause   time.Duration
	fixed   bool // the rate is given

	mu     sync.Mutex
	rate   float64 // nodes a second of one worker
	games  map[string]*appetite
	behind time.Duration // by how much the most urgent answer is late
	demand float64       // as of summed
	summed time.Time
}

// appetite is what a game asks for.
type appetite struct {
	nodes    float64       // of a turn of each of its computers
	interval time.Duration // in which they make them
	last     time.Time     // when it was last gone on with
}

func newLoad(o Options) *load {
	l := &load{workers: o.Workers, pause: o.Pause, rate: firstRate, games: map[string]*appetite{}}
	if o.NodesPerSecond > 0 {
		l.rate, l.fixed = float64(o.NodesPerSecond), true
	}
	return l
}

// appetite is what a game of computers of these strengths asks for.
func (l *load) appetite(strengths []int) appetite {
	a := appetite{interval: l.pause + thinking}
	if len(strengths) > 1 {
		a.interval = 2 * (l.pause + moving)
	}
	for _, strength := range strengths {
		a.nodes += float64(engine.Strength(strength).Nodes())
	}
	return a
}

// at is what the game asks for at a time, in nodes a second. One that nobody goes
// on with asks for less and less.
func (a *appetite) at(now time.Time) float64 {
	return a.nodes / max(a.interval, now.Sub(a.last)).Seconds()
}

// went notes that a game was gone on with on this node.
func (l *load) went(g *journal.Game, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.games[g.ID]
	if a == nil {
		a = new(l.appetite(strengthsAt(&g.State.Seats)))
		l.games[g.ID] = a
	}
	a.last = now
}

func (l *load) leave(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.games, id)
}

// strengthsAt are the strengths of the computers at a board.
func strengthsAt(seats *game.Seats) (strengths []int) {
	for _, p := range seats {
		if p.Kind == game.Computer {
			strengths = append(strengths, p.Strength())
		}
	}
	return strengths
}

// admits reports whether the workers bear another game.
func (l *load) admits(strengths []int, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.appetite(strengths)
	return l.sum(now)+a.nodes/a.interval.Seconds() <= l.capacity()
}

func (l *load) capacity() float64 { return l.rate * float64(l.workers) }

// sum is what all games ask for. The caller holds mu.
func (l *load) sum(now time.Time) (demand float64) {
	for _, a := range l.games {
		demand += a.at(now)
	}
	l.demand, l.summed = demand, now
	return demand
}

// late notes by how much the most urgent job is late; nil for none.
func (l *load) late(j *job, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.behind = 0; j != nil {
		l.behind = now.Sub(j.due)
	}
}

// share is the part of its nodes that a turn may have now, above 0 and at most 1.
func (l *load) share(now time.Time) float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.summed) >= sumEvery {
		l.sum(now)
	}
	share := 1.0
	if capacity := l.capacity(); l.demand > capacity {
		share = capacity / l.demand
	}
	if l.behind > tolerated {
		share = min(share, float64(tolerated)/float64(l.behind))
	}
	return max(share, leastShare)
}

// searched notes how fast a worker is. A short search says little.
func (l *load) searched(nodes int64, took time.Duration) {
	if l.fixed || nodes < 1000 || took <= 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rate += (float64(nodes)/took.Seconds() - l.rate) / 16
}

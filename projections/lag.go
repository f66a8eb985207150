package projections

import (
	"sync"
	"sync/atomic"
	"time"
)

// lag measures how the follower does.
type lag struct {
	now      func() time.Time
	events   atomic.Uint64
	commits  atomic.Uint64
	damaged  atomic.Uint64
	restarts atomic.Uint64
	rebuilds atomic.Uint64

	unwritten atomic.Bool // the last transaction failed

	mu     sync.Mutex
	behind time.Time // since when the model is not level; zero while it is
}

func newLag(now func() time.Time) *lag { return &lag{now: now, behind: now()} }

func (l *lag) setLevel(level bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case level:
		l.behind = time.Time{}
	case l.behind.IsZero():
		l.behind = l.now()
	}
}

func (l *lag) since() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.behind.IsZero() {
		return 0
	}
	return l.now().Sub(l.behind)
}

// Stats are counts since the start of the process.
type Stats struct {
	Events   uint64        // folded
	Commits  uint64        // transactions that wrote them
	Damaged  uint64        // times a stream could not be folded
	Restarts uint64        // times the follower began again after an error
	Rebuilds uint64        // times the file was found damaged and replaced
	Behind   time.Duration // since the model was last level with the store; 0 while it is
	Failing  bool          // the last transaction could not be written
}

// Stats tells how the follower does.
func (m *Model) Stats() Stats {
	failing := m.lag.unwritten.Load() // before since: a model that fails is behind
	return Stats{m.lag.events.Load(), m.lag.commits.Load(), m.lag.damaged.Load(), m.lag.restarts.Load(), m.lag.rebuilds.Load(), m.lag.since(), failing}
}

package computer

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// Options say how computers play here.
type Options struct {
	// Workers is how many searches run at once; 0 means 1.
	Workers int
	// Pause is the least time from what a computer answers to its answer, where
	// its clock allows that.
	Pause time.Duration
	// Running gives the ids of all games under way in which computers sit, those
	// that the store held at a position among them.
	Running func(context.Context, eventstore.Position) ([]string, error)
	// NodesPerSecond is what a worker searches; 0: what it is measured to.
	NodesPerSecond int64
	Now            func() time.Time // nil: time.Now
	Log            *slog.Logger     // nil: slog.Default
}

func (o Options) withDefaults() Options {
	o.Workers = max(o.Workers, 1)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return o
}

// Runner plays for all computers of a store. Its methods may be called from many
// goroutines.
type Runner struct {
	journal *journal.Journal
	store   eventstore.Store
	options Options
	load    *load

	analyses analyses

	mu    sync.Mutex
	games map[string]*underWay // that this node knows to be under way
	jobs  queue
	wake  chan struct{} // has a value when jobs changed
}

// underWay is a game in which a computer sits.
type underWay struct {
	revision uint64 // of the newest event that was considered
	here     bool   // this node accepted that event
	job      *job   // what is to be done about it; nil: nothing
}

// New makes a runner, which plays once it runs. It is told of everything that the
// journal stores from now on.
func New(j *journal.Journal, store eventstore.Store, o Options) *Runner {
	o = o.withDefaults()
	r := &Runner{
		journal: j, store: store, options: o,
		load:  newLoad(o),
		games: map[string]*underWay{}, wake: make(chan struct{}, 1),
		analyses: analyses{offered: make(chan *analysis)},
	}
	j.Listen(r.accepted)
	return r
}

// Run plays until ctx ends. Its error is the store's, or that of Running.
func (r *Runner) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	work := make(chan *job)
	group.Go(func() error { r.dispatch(ctx, work); return nil })
	for range r.options.Workers {
		group.Go(func() error { newWorker(r).run(ctx, work); return nil })
	}
	group.Go(func() error { return r.follow(ctx) })
	return group.Wait()
}

// accepted takes in a game as a command on this node left it. It is called on
// the way of every command, also those that concern no computer.
func (r *Runner) accepted(g *journal.Game) {
	if g.State.Seats.HaveComputer() {
		r.consider(g, true)
	}
}

// consider notes what a game asks of its computers now. Events may be told of in
// any order, and more than once.
func (r *Runner) consider(g *journal.Game, here bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	u := r.games[g.ID]
	if u != nil && u.revision > g.Revision {
		return
	}
	if g.State.Status == game.Over {
		r.forget(g.ID)
		return
	}
	if u == nil {
		u = &underWay{}
		r.games[g.ID] = u
	} else if u.revision == g.Revision {
		if u.here || !here {
			return
		}
	}
	u.revision, u.here = g.Revision, here
	if here {
		r.load.went(g, r.options.Now())
	}
	r.replace(u, r.jobFor(g, here))
}

// again has the game of a job looked at anew after a time: it could not be
// answered.
func (r *Runner) again(j *job, after time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if u := r.games[j.game]; u != nil && u.job == j {
		due := r.options.Now().Add(after)
		r.replace(u, &job{game: j.game, revision: j.revision, due: due, latest: due, anew: true})
	}
}

// gone forgets a game that cannot be played any more.
func (r *Runner) gone(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.forget(id)
}

// forget drops a game. The caller holds mu.
func (r *Runner) forget(id string) {
	if u := r.games[id]; u != nil {
		r.replace(u, nil)
		delete(r.games, id)
		r.load.leave(id)
	}
}

// replace makes something else what is to be done about a game. The caller holds
// mu.
func (r *Runner) replace(u *underWay, next *job) {
	if u.job != nil {
		r.jobs.remove(u.job)
	}
	if u.job = next; next != nil {
		r.jobs.add(next)
		r.ring()
	}
}

// ring wakes the dispatcher.
func (r *Runner) ring() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Admit reports whether this node can bear another game of computers of these
// strengths, one computer being one against a person. Where it cannot, it may
// be able to after a time.
func (r *Runner) Admit(strengths ...int) (retryAfter time.Duration, ok bool) {
	return retryPause, r.load.admits(strengths, r.options.Now())
}

// retryPause is after how long a game that was not admitted may be asked for
// again: games that nobody goes on with weigh less by then.
const retryPause = 10 * time.Second

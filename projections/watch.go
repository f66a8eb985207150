package projections

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

const (
	// watchJitter spreads the nodes of a cluster, which all see the same
	// deadlines: the first one ends the game, the others mostly find it ended.
	watchJitter = 500 * time.Millisecond

	// watchPage is how many deadlines are looked up at once.
	watchPage = 256
)

// due is a game and the deadline that its row has.
type due struct {
	deadline game.Instant
	created  int64
	id       string
}

// before orders by deadline.
func (d due) before(o due) bool {
	return d.deadline < o.deadline || d.deadline == o.deadline && d.created < o.created
}

// wake tells the watcher of deadlines that it did not know when it went to
// sleep.
type wake struct {
	mu       sync.Mutex
	earliest game.Instant // since last taken
	rung     chan struct{}
}

const never = game.Instant(math.MaxInt64)

func newWake() *wake { return &wake{earliest: never, rung: make(chan struct{}, 1)} }

// deadline tells of a deadline that now stands in the model.
func (w *wake) deadline(at game.Instant) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if at >= w.earliest {
		return
	}
	w.earliest = at
	select {
	case w.rung <- struct{}{}:
	default:
	}
}

// take gives the earliest deadline told of since it was last asked for.
func (w *wake) take() game.Instant {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := w.earliest
	w.earliest = never
	return at
}

// Watch ends setups, turns and waits for a second player whose time is out,
// those that ran out while no node was up too, until ctx ends. It asks for a
// time-out no earlier than game.OvertakeGraceMS after the deadline, and the
// game itself decides; one that another node was faster to end is left as it
// is.
func (m *Model) Watch(ctx context.Context) {
	var handled due // every deadline up to this one has been seen to
	var pause backoff
	for {
		if at := m.wake.take(); at <= handled.deadline {
			handled = due{deadline: at - 1, created: math.MaxInt64}
		}
		next, err := m.expireDue(ctx, &handled)
		wait := time.Duration(math.MaxInt64)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			wait = pause.next()
			m.options.Logger.Warn("could not end games whose time is out", "error", err, "again_in", wait)
		default:
			pause = backoff{}
			if next != never {
				wait = next.Add(game.OvertakeGraceMS).Time().Sub(m.options.Now()) + rand.N(watchJitter)
			}
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-m.wake.rung:
		case <-ctx.Done():
		}
		timer.Stop()
	}
}

// expireDue sees to all deadlines after the handled ones that are due, and gives
// the next that is not. After an error, handled stands before the first game that
// could not be seen to.
func (m *Model) expireDue(ctx context.Context, handled *due) (next game.Instant, err error) {
	failed, failure := due{deadline: never}, error(nil)
	defer func() {
		if failure != nil {
			*handled, err = due{failed.deadline, failed.created - 1, ""}, failure
		}
	}()
	for {
		page, err := m.deadlines(ctx, *handled)
		if err != nil {
			return never, err
		}
		for _, d := range page {
			now := game.InstantOf(m.options.Now())
			if now < d.deadline.Add(game.OvertakeGraceMS) {
				return d.deadline, nil
			}
			err := m.expire(ctx, d, now)
			if ctx.Err() != nil {
				return never, ctx.Err()
			}
			if err != nil && d.before(failed) {
				failed, failure = d, err
			}
			*handled = d
		}
		if len(page) < watchPage {
			return never, nil
		}
	}
}

func (m *Model) expire(ctx context.Context, d due, now game.Instant) error {
	_, err := m.journal.Execute(ctx, d.id, journal.Request{Command: game.Expire{}, At: now})
	switch {
	case errors.Is(err, journal.ErrConflict):
		return nil // others are at it
	case errors.Is(err, journal.ErrDamaged), errors.Is(err, journal.ErrNotFound):
		m.options.Logger.Error("cannot end a game whose time is out", "game", d.id, "error", err)
		return nil
	}
	return err
}

const deadlineQuery = `SELECT deadline, created, id FROM games
	WHERE deadline > 0 AND (deadline, created) > (?, ?) ORDER BY deadline, created LIMIT ?`

// deadlines are those after one, the earliest first.
func (m *Model) deadlines(ctx context.Context, after due) (page []due, err error) {
	rows, err := m.file.read.QueryContext(ctx, deadlineQuery, int64(after.deadline), after.created, watchPage)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var d due
		if err := rows.Scan((*int64)(&d.deadline), &d.created, &d.id); err != nil {
			return nil, err
		}
		page = append(page, d)
	}
	return page, rows.Err()
}

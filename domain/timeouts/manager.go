package timeouts

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/subscription"
	"github.com/janggid/janggid/eventstore"
)

const (
	// jitter spreads the nodes of a cluster, which all see the same deadlines: the
	// first one ends the game, the others mostly find it ended.
	jitter = 500 * time.Millisecond

	// atOnce is how many overdue games are seen to before new ones are looked for.
	atOnce = 256

	// othersMS is how long a game is left alone at which others are.
	othersMS = 1000
)

// Options of a Manager.
type Options struct {
	Logger *slog.Logger     // nil: slog.Default
	Now    func() time.Time // nil: time.Now
	// Index knows the deadlines of games that have not changed lately; nil: none
	// does, and all events are read at the start.
	Index Index
}

// Manager ends games whose time is out.
type Manager struct {
	journal      *journal.Journal
	store        eventstore.Store
	subscription *subscription.Subscription
	schedule     *schedule
	options      Options
}

// New makes a manager that hears of new events from a subscription, which must
// not run yet.
func New(j *journal.Journal, store eventstore.Store, sub *subscription.Subscription, o Options) *Manager {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	m := &Manager{journal: j, store: store, subscription: sub, schedule: newSchedule(), options: o}
	sub.Listen(m.apply)
	return m
}

// Games is how many games have a deadline that the manager knows.
func (m *Manager) Games() int { return m.schedule.len() }

// apply takes note of the deadlines that events set.
func (m *Manager) apply(events []subscription.Event) {
	for i := range events {
		e := &events[i]
		switch {
		case e.Game != nil:
			if id, err := uuid.Parse(e.Game.ID); err == nil {
				deadline, _ := e.Game.State.Deadline() // 0 where there is none
				m.schedule.set(id, deadline)
			}
		case e.Gone:
			if id, ok := gameIn(e.Stream); ok {
				m.schedule.set(id, 0)
			}
		}
	}
}

// gameIn is the id of the game whose stream it is.
func gameIn(stream string) (uuid.UUID, bool) {
	text, ok := journal.GameID(stream)
	if !ok || !journal.IsGameID(text) {
		return uuid.UUID{}, false
	}
	id, err := uuid.Parse(text)
	return id, err == nil
}

// Run ends what is overdue, that which ran out while no node was up too, until
// ctx ends. It asks for a time-out no earlier than game.OvertakeGraceMS after the
// deadline, and the game itself decides; one that another node was faster to end
// is left as it is.
func (m *Manager) Run(ctx context.Context) {
	var reading sync.WaitGroup
	reading.Go(func() { m.readRunning(ctx) })
	defer reading.Wait()
	var pause subscription.Backoff
	for ctx.Err() == nil {
		failed := m.expireOverdue(ctx, &pause)
		if ctx.Err() != nil {
			return // the next start sees to what failed then
		}
		if failed == nil {
			pause.Reset()
		}
		m.sleep(ctx, m.schedule.sleepUntil())
	}
}

// sleep ends with ctx, when an earlier deadline comes, or some time after an
// instant: nodes do not all look at once.
func (m *Manager) sleep(ctx context.Context, until game.Instant) {
	wait := time.Duration(math.MaxInt64)
	if until != never {
		wait = until.Time().Sub(m.options.Now()) + rand.N(jitter)
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-m.schedule.earlier:
	case <-ctx.Done():
	}
}

// expireOverdue sees to all that is overdue, in the order of deadlines. Games that
// could not be seen to are put off; the error is the first one's.
func (m *Manager) expireOverdue(ctx context.Context, pause *subscription.Backoff) (failed error) {
	var again time.Duration
	for {
		now := game.InstantOf(m.options.Now())
		games := m.schedule.take(now, atOnce)
		for _, g := range games {
			err := m.expire(ctx, g, now)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil {
				continue
			}
			if failed == nil {
				failed, again = err, pause.Next()
				m.options.Logger.Warn("could not end a game whose time is out", "game", g.id, "error", err, "again_in", again)
			}
			m.schedule.looked(g, g.deadline, now.Add(again.Milliseconds()))
		}
		if len(games) < atOnce {
			return failed
		}
	}
}

// expire asks a game for the time-out that is due. An error may pass; what does
// not is for the log.
func (m *Manager) expire(ctx context.Context, g overdue, now game.Instant) error {
	result, err := m.journal.Execute(ctx, g.id.String(), journal.Request{Command: game.Expire{}, At: now})
	found := g.deadline
	switch {
	case errors.Is(err, journal.ErrConflict): // others are at it
	case isGone(err):
		m.options.Logger.Error("cannot end a game whose time is out", "game", g.id, "error", err)
		found = 0
	case err != nil:
		return err
	default:
		found, _ = result.Game.State.Deadline()
	}
	m.schedule.looked(g, found, now.Add(othersMS))
	return nil
}

// isGone tells of an error that asking again does not change.
func isGone(err error) bool {
	return errors.Is(err, journal.ErrDamaged) || errors.Is(err, journal.ErrNotFound) || errors.Is(err, eventstore.ErrDeleted)
}

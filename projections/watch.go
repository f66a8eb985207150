package projections

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"math/rand/v2"
	"time"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

const (
	// watchJitter spreads the nodes of a cluster, which all see the same
	// deadlines: the first one ends the game, the others mostly find it ended.
	watchJitter = 500 * time.Millisecond

	// watchPage is how many overdue games are looked up at once.
	watchPage = 256
)

// Watch ends setups, turns and waits for a second player whose time is out,
// those that ran out while no node was up too, until ctx ends. It asks for a
// time-out no earlier than game.OvertakeGraceMS after the deadline, and the
// game itself decides; one that another node was faster to end is left as it
// is.
func (m *Model) Watch(ctx context.Context) {
	var handled due // everything up to it has been seen to
	var pause backoff
	for ctx.Err() == nil {
		if at := m.wake.take(); at <= handled.deadline {
			handled = due{deadline: at - 1, created: math.MaxInt64}
		}
		next, err := m.expireOverdue(ctx, &handled)
		if ctx.Err() != nil {
			return // what failed then is seen to by the next start
		}
		wait := m.untilOverdue(next)
		if err != nil {
			wait, next = pause.next(), 0
			m.options.Logger.Warn("could not end games whose time is out", "error", err, "again_in", wait)
		} else {
			pause = backoff{}
		}
		if m.wake.sleep(next) {
			m.sleep(ctx, wait)
		}
	}
}

// untilOverdue is how long to sleep for a deadline.
func (m *Model) untilOverdue(deadline game.Instant) time.Duration {
	if deadline == never {
		return math.MaxInt64
	}
	return deadline.Add(game.OvertakeGraceMS).Time().Sub(m.options.Now()) + rand.N(watchJitter)
}

// sleep ends after a time, with ctx, or when an earlier deadline rings.
func (m *Model) sleep(ctx context.Context, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-m.wake.rung:
	case <-ctx.Done():
	}
}

// due is a game and its deadline.
type due struct {
	deadline game.Instant
	created  int64
	id       string
}

// expireOverdue sees to what is overdue after the handled ones, in the order of
// deadlines, and gives the next deadline to come. After an error, handled stands
// before the first game that could not be seen to; the others were.
func (m *Model) expireOverdue(ctx context.Context, handled *due) (next game.Instant, err error) {
	var failed *due
	var failure error
	for {
		now := game.InstantOf(m.options.Now())
		page, next, err := m.overdue(ctx, *handled, now)
		if err != nil {
			return 0, err
		}
		for _, d := range page {
			err := m.expire(ctx, d.id, now)
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			if err != nil && failed == nil {
				failed, failure = &d, err
			}
			*handled = d
		}
		if len(page) == watchPage {
			continue
		}
		if failed != nil {
			*handled = due{deadline: failed.deadline, created: failed.created - 1}
		}
		return next, failure
	}
}

// expire asks a game for the time-out that is due. What more it takes than
// asking is for the log: asking again would not help.
func (m *Model) expire(ctx context.Context, id string, now game.Instant) error {
	_, err := m.journal.Execute(ctx, id, journal.Request{Command: game.Expire{}, At: now})
	switch {
	case errors.Is(err, journal.ErrConflict):
		return nil // others are at it
	case errors.Is(err, journal.ErrDamaged), errors.Is(err, journal.ErrNotFound):
		m.options.Logger.Error("cannot end a game whose time is out", "game", id, "error", err)
		return nil
	}
	return err
}

const deadlineQuery = `SELECT deadline, created, id FROM games
	WHERE deadline > 0 AND (deadline, created) > (?, ?) ORDER BY deadline, created LIMIT ?`

// overdue are the games after one whose grace is over, at most watchPage, and
// the deadline after them; never where there is none.
func (m *Model) overdue(ctx context.Context, after due, now game.Instant) (page []due, next game.Instant, err error) {
	err = m.look(ctx, func(db *sql.DB) error {
		page, next, err = overdueIn(ctx, db, after, now)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	return page, next, nil
}

func overdueIn(ctx context.Context, db *sql.DB, after due, now game.Instant) (page []due, next game.Instant, err error) {
	rows, err := db.QueryContext(ctx, deadlineQuery, int64(after.deadline), after.created, watchPage)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var d due
		if err := rows.Scan((*int64)(&d.deadline), &d.created, &d.id); err != nil {
			return nil, 0, badRow(err)
		}
		if now < d.deadline.Add(game.OvertakeGraceMS) {
			return page, d.deadline, nil
		}
		page = append(page, d)
	}
	return page, never, rows.Err()
}

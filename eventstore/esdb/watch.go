package esdb

import (
	"context"
	"errors"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/janggid/janggid/eventstore"
)

const (
	// lookConnections bounds the looks under way: they are to help when the
	// server is in trouble, not to add to it.
	lookConnections = 4

	// An append without an answer is looked for when this part of the deadline
	// has passed: after a second of five.
	looksInDeadline = 5
)

// found is what a look, or the answer to an append, told of it.
type found struct {
	appended eventstore.Appended
	err      error
}

// decides tells whether a look has found out what became of the append.
func (f found) decides() bool {
	var undecided *undecidedError
	return !errors.As(f.err, &undecided)
}

// watch looks for an append whose answer does not come.
type watch struct {
	*appending
	every time.Duration // until the next look; it grows
	until time.Time     // the answer is waited for no longer
	found chan found    // of the look under way
}

// look begins a look. It is false when the answer has taken too long.
func (w *watch) look(ctx context.Context, n *node) bool {
	left := time.Until(w.until)
	if left <= 0 {
		return false
	}
	w.store.examine(n)
	w.found = make(chan found, 1)
	ctx, cancel := context.WithTimeout(ctx, left)
	go func() {
		defer cancel()
		appended, err := w.appending.look(ctx, false)
		w.found <- found{appended, err}
	}()
	return true
}

// next is the time until the next look.
func (w *watch) next() time.Duration {
	w.every += w.every / 2
	return min(w.every, max(0, time.Until(w.until)))
}

// examine asks a node that owes an answer whether it is there at all. Others are
// turned to only if it does not answer and gossip offers one.
func (s *Store) examine(n *node) {
	if !n.examined.CompareAndSwap(false, true) {
		return
	}
	leave, err := s.enter()
	if err != nil {
		return
	}
	go func() {
		defer leave()
		defer n.examined.Store(false)
		ctx, cancel := s.until(n.left)
		defer cancel()
		soon, stop := context.WithTimeout(ctx, s.silence())
		defer stop()
		err := s.looks.do(soon, func(ctx context.Context, c *conn) error {
			_, err := s.last(ctx, c)
			return err
		})
		if err != nil && soon.Err() != nil && ctx.Err() == nil && s.leader.cluster.alternative(ctx, n) {
			s.options.Logger.Warn("the leader is silent and another was elected", "left", n.address)
			s.leader.cluster.leave(n, silent)
		}
	}()
}

// silence is how long a node may say nothing before it is asked whether it is
// there, and then has to answer: two seconds of a deadline of five.
func (s *Store) silence() time.Duration { return *s.conf.DefaultDeadline * 2 / 5 }

// lookAt reads what stands where an append was to go.
func (a *appending) lookAt(ctx context.Context, most limits) (page, error) {
	return a.store.fetchBy(ctx, a.store.looks, a.stream, client.ReadStreamOptions{From: client.Revision(a.expected.Next())}, most)
}

package subscription

import (
	"context"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// CaughtUp tells whether the subscription has once been level with the store.
func (s *Subscription) CaughtUp() bool { return s.caughtUp.Load() }

// Position is how far the listeners have come: each has had everything after
// Begun up to it.
func (s *Subscription) Position() eventstore.Position {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.position
}

// AwaitBegun returns once the subscription has a position: all that is stored
// from then on reaches the listeners. It gives ctx's error when ctx ends before.
func (s *Subscription) AwaitBegun(ctx context.Context) error {
	select {
	case <-s.begun:
		return nil // whether ctx has ended or not
	default:
	}
	select {
	case <-s.begun:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// GameAt is a game as of a revision or later. Where the store does not have it
// yet, as one node of a cluster may be behind another, GameAt waits until the
// event comes; journal.ErrNotYetVisible when ctx ends before.
// journal.ErrNotFound where there is no such game.
func (s *Subscription) GameAt(ctx context.Context, id string, revision uint64) (*journal.Game, error) {
	for {
		moved := s.next() // before looking, so that nothing is missed
		g, err := s.journal.Load(ctx, id)
		if err == nil && g.Revision < revision {
			g, err = s.journal.Refresh(ctx, id)
		}
		if err != nil || g.Revision >= revision {
			return g, err
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return g, journal.ErrNotYetVisible
		}
	}
}

// next gives a channel that is closed when the position changes.
func (s *Subscription) next() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.moved == nil {
		s.moved = make(chan struct{})
	}
	return s.moved
}

func (s *Subscription) advance(position eventstore.Position) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if position <= s.position {
		return
	}
	s.position = position
	if s.moved != nil {
		close(s.moved)
		s.moved = nil
	}
}

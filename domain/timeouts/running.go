package timeouts

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal/subscription"
	"github.com/janggid/janggid/eventstore"
)

// Index is what somebody else knows of deadlines already.
type Index interface {
	// Deadlines calls each for every game that has a deadline as of some position,
	// which it returns, or of a later one.
	Deadlines(ctx context.Context, each func(id string, deadline game.Instant)) (eventstore.Position, error)
}

// readRunning takes note of the games that ran when the subscription began, until
// it has all of them or ctx ends.
func (m *Manager) readRunning(ctx context.Context) {
	if m.subscription.AwaitBegun(ctx) != nil {
		return
	}
	after := m.readIndex(ctx)
	running := map[uuid.UUID]struct{}{}
	var pause subscription.Backoff
	for {
		before := after
		err := m.readSince(ctx, &after, running)
		if err == nil || ctx.Err() != nil {
			return
		}
		if after > before {
			pause.Reset()
		}
		wait := pause.Next()
		m.options.Logger.Warn("could not read which games run", "error", err, "again_in", wait)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
	}
}

// readIndex takes the deadlines of the index, and gives the position from which on
// the store is to be asked. What the index cannot tell, the store can.
func (m *Manager) readIndex(ctx context.Context) eventstore.Position {
	if m.options.Index == nil {
		return 0
	}
	after, err := m.options.Index.Deadlines(ctx, func(text string, deadline game.Instant) {
		if id, err := uuid.Parse(text); err == nil {
			m.schedule.lower(id, deadline)
		}
	})
	if err != nil && ctx.Err() == nil {
		m.options.Logger.Warn("deadlines are read from all events, since the read models cannot tell them", "error", err)
		return 0
	}
	return after
}

// readSince finds the games that have events after a position and have not ended,
// and takes note of their deadlines. After an error it resumes where it was.
func (m *Manager) readSince(ctx context.Context, after *eventstore.Position, running map[uuid.UUID]struct{}) error {
	for r, err := range m.store.ReadAll(ctx, *after) {
		if err != nil {
			return err
		}
		*after = r.Position
		if id, ok := gameIn(r.Stream); ok && r.Type == (game.Ended{}).EventType() {
			delete(running, id)
		} else if ok {
			running[id] = struct{}{}
		}
	}
	for id := range running {
		g, err := m.journal.Load(ctx, id.String())
		if err != nil && !isGone(err) { // the read models log those
			return err
		}
		if err == nil {
			deadline, _ := g.State.Deadline()
			m.schedule.lower(id, deadline)
		}
		delete(running, id)
	}
	return nil
}

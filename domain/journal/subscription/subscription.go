package subscription

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// Event is a new event of any stream.
type Event struct {
	eventstore.Recorded
	// Game is the game of a game's event, as of the event or later; nil for other
	// streams, and for a game that is damaged or gone.
	Game *journal.Game
	// Gone marks the news that events of the stream were deleted or cut off. The
	// event itself is empty but for stream and position.
	Gone bool
}

// Subscription is a node's one subscription to new events. Its methods may be
// called from many goroutines, Listen only before Run.
type Subscription struct {
	journal   *journal.Journal
	store     eventstore.Store
	log       *slog.Logger
	listeners []func([]Event)
	begun     chan struct{} // closed once position is set
	caughtUp  atomic.Bool

	mu       sync.Mutex
	position eventstore.Position
	moved    chan struct{} // closed when position changes; nil while no one waits

	// What follows is the goroutine's that runs.
	marks  *eventstore.Marks // of what was delivered
	events []Event
}

// New makes a subscription; Run follows the store.
func New(j *journal.Journal, store eventstore.Store, log *slog.Logger) *Subscription {
	prefix := journal.StreamPrefixes()[0]
	return &Subscription{journal: j, store: store, log: log, begun: make(chan struct{}), marks: eventstore.NewMarks(prefix)}
}

// Listen has a function called with all new events. It must be quick, since all
// listeners wait for it; the slice is its own during the call only.
func (s *Subscription) Listen(listener func([]Event)) { s.listeners = append(s.listeners, listener) }

// Run follows the store until ctx ends, then returns nil. After an error it
// resumes with growing pauses; only a store that was closed or holds another
// history ends it, with that error.
func (s *Subscription) Run(ctx context.Context) error {
	var pause Backoff
	for {
		before := s.Position()
		err := s.follow(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, eventstore.ErrClosed), errors.Is(err, eventstore.ErrOtherHistory):
			return fmt.Errorf("subscription: %w", err)
		}
		if s.Position() > before {
			pause.Reset()
		}
		wait := pause.Next()
		s.log.Warn("following new events was interrupted", "error", err, "again_in", wait)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil
		}
	}
}

// begin sets where the subscription starts: at the store's head.
func (s *Subscription) begin(ctx context.Context) error {
	select {
	case <-s.begun:
		return nil
	default:
	}
	head, err := s.store.Head(ctx)
	if err != nil {
		return err
	}
	s.advance(head)
	close(s.begun)
	return nil
}

// maxDelivered bounds how many events are delivered at once.
const maxDelivered = 512

// follow delivers events until the subscription ends.
func (s *Subscription) follow(ctx context.Context) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	s.events = s.events[:0]
	for message, err := range s.store.Subscribe(ctx, s.Position(), s.marks.All()...) {
		if err != nil {
			return err
		}
		if !message.CaughtUp {
			s.events = append(s.events, Event{Recorded: message.Recorded, Gone: message.Gone})
			if len(s.events) < maxDelivered {
				continue
			}
		}
		if err := s.deliver(ctx); err != nil {
			return err
		}
		if message.CaughtUp {
			s.caughtUp.Store(true)
			s.advance(message.Checked)
		}
	}
	return ctx.Err()
}

// deliver gives the gathered events to all listeners.
func (s *Subscription) deliver(ctx context.Context) error {
	if len(s.events) == 0 {
		return nil
	}
	for i := range s.events {
		if err := s.observe(ctx, &s.events[i]); err != nil {
			return err
		}
	}
	for _, listener := range s.listeners {
		listener(s.events)
	}
	last := s.events[len(s.events)-1].Position
	for _, e := range s.events {
		if e.Gone {
			s.marks.Forget(e.Stream)
		} else {
			s.marks.Add(e.Mark())
		}
	}
	clear(s.events) // neither texts nor games must be kept
	s.events = s.events[:0]
	s.advance(last)
	return nil
}

// observe adds the game to a game's event. What is wrong with one stream keeps no
// other from being followed; the read models log it.
func (s *Subscription) observe(ctx context.Context, e *Event) (err error) {
	if e.Gone {
		s.journal.Forget(e.Stream)
		return nil
	}
	id, ok := journal.GameID(e.Stream)
	if !ok || !journal.IsGameID(id) {
		return nil
	}
	e.Game, err = s.journal.Observe(ctx, e.Recorded)
	switch {
	case errors.Is(err, eventstore.ErrDeleted):
		s.journal.Forget(e.Stream)
		return nil
	case errors.Is(err, journal.ErrDamaged), errors.Is(err, journal.ErrNotFound):
		return nil
	}
	return err
}

package journal

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"

	"github.com/janggid/janggid/eventstore"
)

// repository loads the streams of one aggregate, decides, appends, and retries
// after a lost race. Games use Execute instead, which also handles idempotency
// keys, expected revisions and spectator delays.
type repository[S any, E storedEvent] struct {
	aggregate[S, E]
	store eventstore.Store
	newID func() uuid.UUID
	cache *otter.Cache[string, *stream[S, E]] // nil: every use reads the stream anew
}

// aggregate describes one kind of stream.
type aggregate[S any, E storedEvent] struct {
	name   string // in errors
	prefix string // of the streams' names
	types  eventTypes[E]
	apply  func(*S, entry[E]) // folds an event into a state
	tail   uint64             // number of last events that determine the state; 0 for all
	cached int                // number of cached states; 0 for none
}

func newRepository[S any, E storedEvent](store eventstore.Store, newID func() uuid.UUID, a aggregate[S, E]) *repository[S, E] {
	r := &repository[S, E]{aggregate: a, store: store, newID: newID}
	if a.cached > 0 {
		r.cache = otter.Must(&otter.Options[string, *stream[S, E]]{MaximumSize: a.cached})
	}
	return r
}

// stream is one stream as far as this node has read it. Between open and close
// it belongs to one goroutine.
type stream[S any, E storedEvent] struct {
	mu       sync.Mutex
	of       *repository[S, E]
	id       string
	state    S
	next     eventstore.Expectation // of the next append
	position eventstore.Position    // of the last event
	read     bool                   // the stream was read before
}

// open returns a stream for exclusive use until close.
func (r *repository[S, E]) open(id string) *stream[S, E] {
	s := &stream[S, E]{of: r, id: id, next: eventstore.NoStream()}
	if r.cache != nil {
		s, _ = r.cache.SetIfAbsent(id, s)
	}
	s.mu.Lock()
	return s
}

func (s *stream[S, E]) close() { s.mu.Unlock() }

// empty reports whether the stream has no event.
func (s *stream[S, E]) empty() bool { return s.next == eventstore.NoStream() }

// load folds the stored events that are not folded yet.
func (s *stream[S, E]) load(ctx context.Context) error {
	from := s.next.Next()
	if !s.read && s.of.tail > 0 {
		var err error
		if from, err = tailFrom(ctx, s.of.store, s.of.prefix+s.id, s.of.tail); err != nil {
			return s.of.failed(err)
		}
	}
	for e, err := range s.of.entries(ctx, s.id, from) {
		if err != nil {
			return err
		}
		s.of.apply(&s.state, e)
		s.next, s.position = eventstore.Exactly(e.Revision), e.Position
	}
	s.read = true
	return nil
}

// update calls decide with the newest state, appends its events and folds them.
// After a lost race it decides again. Errors: decide's, ErrConflict, and the
// store's.
func (s *stream[S, E]) update(ctx context.Context, m Metadata, decide func(*S) ([]E, error)) error {
	for range attempts {
		if err := s.load(ctx); err != nil {
			return err
		}
		events, err := decide(&s.state)
		if err != nil || len(events) == 0 {
			return err
		}
		appended, err := s.of.append(ctx, s.id, s.next, m, events...)
		if isConflict(err) {
			continue
		}
		if err != nil {
			return err
		}
		first := s.next.Next()
		for i, e := range events {
			s.of.apply(&s.state, entry[E]{e, m, first + uint64(i), appended.Position})
		}
		s.next, s.position = eventstore.Exactly(appended.Revision), appended.Position
		return nil
	}
	return ErrConflict
}

// create starts a stream without reading it first. The error is a
// *eventstore.ConflictError if the stream exists.
func (r *repository[S, E]) create(ctx context.Context, id string, m Metadata, first E) (eventstore.Appended, error) {
	return r.append(ctx, id, eventstore.NoStream(), m, first)
}

func (r *repository[S, E]) append(ctx context.Context, id string, expected eventstore.Expectation, m Metadata, events ...E) (eventstore.Appended, error) {
	m.Schema = schemaVersion
	metadata := appendMetadata(nil, m)
	batch := make([]eventstore.Event, len(events))
	for i, e := range events {
		data, err := encode(e)
		if err != nil {
			return eventstore.Appended{}, err
		}
		batch[i] = eventstore.Event{ID: r.newID(), Type: e.EventType(), Data: data, Metadata: metadata}
	}
	appended, err := appendWithRetry(ctx, r.store, r.prefix+id, expected, batch)
	return appended, r.failed(err)
}

// entries yields the events of a stream, starting at from. An unreadable event
// ends the sequence with an error that wraps ErrDamaged.
func (r *repository[S, E]) entries(ctx context.Context, id string, from uint64) iter.Seq2[entry[E], error] {
	return func(yield func(entry[E], error) bool) {
		for recorded, err := range r.store.ReadStream(ctx, r.prefix+id, from) {
			if err != nil {
				yield(entry[E]{}, r.failed(err))
				return
			}
			e, err := r.types.decode(recorded)
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// failed adds the aggregate's name to a store error.
func (r *repository[S, E]) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("journal: %s: %w", r.name, err)
}

// isConflict reports whether an append met another writer's event.
func isConflict(err error) bool {
	_, conflict := errors.AsType[*eventstore.ConflictError](err)
	return conflict
}

// appendWithRetry retries while the outcome of an append is unknown. That is
// safe, because a store recognizes a repeated append by the ids of its events.
func appendWithRetry(ctx context.Context, store eventstore.Store, stream string, expected eventstore.Expectation, batch []eventstore.Event) (eventstore.Appended, error) {
	appended, err := store.Append(ctx, stream, expected, batch)
	for n := 1; n < attempts && errors.Is(err, eventstore.ErrOutcomeUnknown); n++ {
		var again error
		appended, again = store.Append(ctx, stream, expected, batch)
		if again == nil || isConflict(again) {
			return appended, again
		}
		// Any other error means that this attempt wrote nothing, but says
		// nothing about the first.
		if !errors.Is(again, eventstore.ErrOutcomeUnknown) {
			return appended, fmt.Errorf("%w, then %v", err, again)
		}
	}
	return appended, err
}

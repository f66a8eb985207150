// Package memory is the event store at its simplest: slices behind a mutex. It
// is the model that the other stores are compared with, and the store of tests
// and trials. It keeps nothing beyond its process.
package memory

import (
	"context"
	"iter"
	"sync"

	"github.com/janggid/janggid/eventstore"
)

// gap is the distance between two positions. It is not 1, so that no caller
// relies on consecutive positions.
const gap = 7

// Store is an eventstore.Store in memory. New makes one.
type Store struct {
	mu      sync.Mutex
	all     []eventstore.Recorded // the i-th has position (i+1)*gap
	streams map[string][]int      // indexes into all
	changed chan struct{}         // closed, and made anew, when all grows; closed at Close
	closed  bool
	faults  []Fault
}

var _ eventstore.Lengths = (*Store)(nil)

// New makes an empty store.
func New() *Store {
	return &Store{streams: map[string][]int{}, changed: make(chan struct{})}
}

// Append implements eventstore.Store.
func (s *Store) Append(ctx context.Context, stream string, expected eventstore.Expectation, events []eventstore.Event) (eventstore.Appended, error) {
	if err := eventstore.CheckAppend(stream, expected, events); err != nil {
		return eventstore.Appended{}, err
	}
	if err := ctx.Err(); err != nil {
		return eventstore.Appended{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return eventstore.Appended{}, eventstore.ErrClosed
	}
	fault, faulty := s.nextFault()
	if faulty && !fault.Stored {
		return eventstore.Appended{}, fault.Err
	}
	appended, err := s.append(stream, expected, events)
	if faulty && err == nil {
		return eventstore.Appended{}, fault.Err
	}
	return appended, err
}

func (s *Store) append(stream string, expected eventstore.Expectation, events []eventstore.Event) (eventstore.Appended, error) {
	if s.stands(stream, expected.Next(), events) {
		return s.appended(stream, expected.Next()+uint64(len(events))-1), nil
	}
	if next := uint64(len(s.streams[stream])); next != expected.Next() {
		return eventstore.Appended{}, &eventstore.ConflictError{Stream: stream, Expected: expected, Actual: standing(next)}
	}
	for i := range events {
		s.all = append(s.all, eventstore.Recorded{
			Event:    clone(events[i]),
			Stream:   stream,
			Revision: expected.Next() + uint64(i),
			Position: eventstore.Position(len(s.all)+1) * gap,
		})
		s.streams[stream] = append(s.streams[stream], len(s.all)-1)
	}
	close(s.changed)
	s.changed = make(chan struct{})
	return s.appended(stream, expected.Next()+uint64(len(events))-1), nil
}

// stands reports whether the stream has exactly these events at a revision: the
// append is then a retry.
func (s *Store) stands(stream string, from uint64, events []eventstore.Event) bool {
	indexes := s.streams[stream]
	if from > uint64(len(indexes)) || uint64(len(indexes))-from < uint64(len(events)) {
		return false
	}
	for i := range events {
		if s.all[indexes[from+uint64(i)]].ID != events[i].ID {
			return false
		}
	}
	return true
}

func (s *Store) appended(stream string, revision uint64) eventstore.Appended {
	last := &s.all[s.streams[stream][revision]]
	return eventstore.Appended{Revision: last.Revision, Position: last.Position}
}

// standing is the expectation that a stream of n events meets.
func standing(n uint64) eventstore.Expectation {
	if n == 0 {
		return eventstore.NoStream()
	}
	return eventstore.Exactly(n - 1)
}

// ReadStream implements eventstore.Store.
func (s *Store) ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for revision := from; ; revision++ {
			r, _, err := s.look(ctx, func() int {
				if indexes := s.streams[stream]; revision < uint64(len(indexes)) {
					return indexes[revision]
				}
				return len(s.all)
			})
			if err != nil {
				yield(eventstore.Recorded{}, err)
				return
			}
			if r == nil || !yield(*r, nil) {
				return
			}
		}
	}
}

// ReadAll implements eventstore.Store.
func (s *Store) ReadAll(ctx context.Context, after eventstore.Position) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for {
			r, _, err := s.look(ctx, s.following(after))
			if err != nil {
				yield(eventstore.Recorded{}, err)
				return
			}
			if r == nil || !yield(*r, nil) {
				return
			}
			after = r.Position
		}
	}
}

// Subscribe implements eventstore.Store.
func (s *Store) Subscribe(ctx context.Context, after eventstore.Position, marks ...eventstore.Mark) iter.Seq2[eventstore.Message, error] {
	return func(yield func(eventstore.Message, error) bool) {
		if err := eventstore.Recognize(ctx, s, after, marks); err != nil {
			if ctx.Err() == nil {
				yield(eventstore.Message{}, err)
			}
			return
		}
		for {
			r, changed, err := s.look(ctx, s.following(after))
			switch {
			case ctx.Err() != nil:
				return
			case err != nil:
				yield(eventstore.Message{}, err)
				return
			case r != nil:
				if !yield(eventstore.Message{Recorded: *r}, nil) {
					return
				}
				after = r.Position
				continue
			}
			if !yield(eventstore.Message{CaughtUp: true, Checked: after}, nil) {
				return
			}
			select {
			case <-changed:
			case <-ctx.Done():
			}
		}
	}
}

// following gives the index of the first event after a position.
func (s *Store) following(after eventstore.Position) func() int {
	return func() int { return int(min(after/gap, eventstore.Position(len(s.all)))) }
}

// look copies the event at an index, nil if there is none yet, and returns a
// channel that is closed when more arrive.
func (s *Store) look(ctx context.Context, index func() int) (*eventstore.Recorded, <-chan struct{}, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, nil, eventstore.ErrClosed
	}
	i := index()
	if i >= len(s.all) {
		return nil, s.changed, nil
	}
	r := s.all[i]
	r.Event = clone(r.Event)
	return &r, s.changed, nil
}

// Length implements eventstore.Lengths.
func (s *Store) Length(ctx context.Context, stream string) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, eventstore.ErrClosed
	}
	return uint64(len(s.streams[stream])), ctx.Err()
}

// Head implements eventstore.Store.
func (s *Store) Head(ctx context.Context) (eventstore.Position, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, eventstore.ErrClosed
	}
	return eventstore.Position(len(s.all)) * gap, nil
}

// Close implements eventstore.Store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.changed)
	}
	return nil
}

// clone copies an event, because callers may change its slices.
func clone(e eventstore.Event) eventstore.Event {
	e.Data = append([]byte(nil), e.Data...)
	e.Metadata = append([]byte(nil), e.Metadata...)
	return e
}

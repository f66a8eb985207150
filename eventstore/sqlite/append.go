package sqlite

import (
	"context"
	"sync"

	"github.com/janggid/janggid/eventstore"
)

// request is an append on its way through the writer.
type request struct {
	stream   string
	expected eventstore.Expectation
	events   []eventstore.Event

	appended eventstore.Appended
	err      error
	answered chan struct{} // gets one value when appended and err are set
}

// requests are used again: making the channel anew would cost as much as all
// other work before the writer.
var requests = sync.Pool{New: func() any { return &request{answered: make(chan struct{}, 1)} }}

// Append implements eventstore.Store. Once the writer has got the append, ctx no
// longer matters: the answer takes a few milliseconds, and so no outcome is left
// unknown.
func (s *Store) Append(ctx context.Context, stream string, expected eventstore.Expectation, events []eventstore.Event) (eventstore.Appended, error) {
	if err := eventstore.CheckAppend(stream, expected, events); err != nil {
		return eventstore.Appended{}, err
	}
	if err := checkSize(events); err != nil {
		return eventstore.Appended{}, err
	}
	if s.writer == nil {
		return eventstore.Appended{}, ErrReadOnly
	}
	r := requests.Get().(*request)
	defer func() {
		*r = request{answered: r.answered}
		requests.Put(r)
	}()
	r.stream, r.expected, r.events = stream, expected, events
	if err := s.enqueue(ctx, r); err != nil {
		return eventstore.Appended{}, err
	}
	<-r.answered
	return r.appended, r.err
}

// enqueue hands an append to the writer, unless ctx ends or the store is closed
// before.
func (s *Store) enqueue(ctx context.Context, r *request) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.shut {
		return eventstore.ErrClosed
	}
	select {
	case s.queue <- r:
		return nil
	default: // only who has to wait asks ctx when it ends, which may cost it a timer
	}
	select {
	case s.queue <- r:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

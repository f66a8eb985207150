package esdb

import (
	"context"
	"errors"
	"math"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/janggid/janggid/eventstore"
)

// undecidedError says that a look at a stream did not tell what became of an
// append: it may yet be stored.
type undecidedError struct{ cause error }

func (e *undecidedError) Error() string { return e.cause.Error() }
func (e *undecidedError) Unwrap() error { return e.cause }

var (
	errNotThere = errors.New("the events are not in the stream, and others are not in their place")
	errDisagree = errors.New("two reads of the stream disagree")
)

// look reads a stream back to learn what became of an append. If its events
// stand where they were to go, it is answered as if its first attempt had been;
// if another writer's does at the first of these revisions, it is a conflict for
// good. It is an *undecidedError if neither is so, or where two reads disagree.
// conflict says that the server reported a wrong expected version: then an append
// of which only the beginning stands there conflicts too.
func (a *appending) look(ctx context.Context, conflict bool) (eventstore.Appended, error) {
	there, err := a.lookAt(ctx, limits{events: len(a.events), bytes: math.MaxInt})
	if hasCode(err, client.ErrorCodeStreamDeleted) {
		return eventstore.Appended{}, eventstore.ErrDeleted
	}
	if err != nil {
		return eventstore.Appended{}, &undecidedError{err}
	}
	if a.areThese(there.events) {
		last := there.events[len(there.events)-1]
		return eventstore.Appended{Revision: last.Revision, Position: last.Position}, nil
	}
	if !conflict && !a.isOvertaken(there.events) {
		return eventstore.Appended{}, &undecidedError{errNotThere}
	}
	actual, err := a.store.standing(ctx, a.stream)
	switch {
	case errors.Is(err, eventstore.ErrDeleted):
		return eventstore.Appended{}, err
	case err != nil:
		return eventstore.Appended{}, &undecidedError{err}
	case actual == a.expected:
		return eventstore.Appended{}, &undecidedError{errNotThere} // it got there just now
	case len(there.events) > 0 && actual.Next() <= there.events[len(there.events)-1].Revision:
		return eventstore.Appended{}, &undecidedError{errDisagree}
	}
	return eventstore.Appended{}, &eventstore.ConflictError{Stream: a.stream, Expected: a.expected, Actual: actual}
}

func (a *appending) areThese(there []eventstore.Recorded) bool {
	if len(there) != len(a.events) {
		return false
	}
	for i := range there {
		if there[i].Revision != a.expected.Next()+uint64(i) || there[i].ID != a.events[i].ID {
			return false
		}
	}
	return true
}

// isOvertaken tells whether another writer's event stands at the first revision
// that the append was to have.
func (a *appending) isOvertaken(there []eventstore.Recorded) bool {
	return len(there) > 0 && there[0].Revision == a.expected.Next() && there[0].ID != a.events[0].ID
}

// standing is where a stream is now.
func (s *Store) standing(ctx context.Context, stream string) (eventstore.Expectation, error) {
	last, err := s.fetchBy(ctx, s.looks, stream, client.ReadStreamOptions{Direction: client.Backwards, From: client.End{}}, limits{events: 1, bytes: math.MaxInt})
	switch {
	case hasCode(err, client.ErrorCodeStreamDeleted):
		return eventstore.Expectation{}, eventstore.ErrDeleted
	case err != nil:
		return eventstore.Expectation{}, err
	case len(last.events) > 0:
		return eventstore.Exactly(last.events[0].Revision), nil
	}
	gone, err := s.isSoftDeleted(ctx, s.looks, stream)
	if gone {
		err = eventstore.ErrDeleted
	}
	return eventstore.NoStream(), err
}

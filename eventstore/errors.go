package eventstore

import (
	"errors"
	"fmt"
)

var (
	// ErrUnavailable: the store cannot be reached or cannot write now (a full
	// disk, a lost node). Nothing was written.
	ErrUnavailable = errors.New("eventstore: unavailable")

	// ErrOutcomeUnknown: the append may or may not have been stored, and reading
	// the stream back did not tell. The same append may be tried again.
	ErrOutcomeUnknown = errors.New("eventstore: outcome unknown")

	// ErrTooLarge: the batch exceeds what the store takes in one append. Nothing
	// was written.
	ErrTooLarge = errors.New("eventstore: batch too large")

	// ErrClosed: the store was closed. Nothing was written.
	ErrClosed = errors.New("eventstore: closed")

	// ErrDeleted: the stream was deleted by someone with other tools.
	ErrDeleted = errors.New("eventstore: stream deleted")

	// ErrOtherHistory: the store no longer holds what a reader remembers, since a
	// backup was restored or another store is in its place. Whatever was folded
	// from it is worth nothing.
	ErrOtherHistory = errors.New("eventstore: another history")

	// ErrInvalid: the append could never be stored: no events, an unset
	// expectation, an empty stream name, an event without id or type, or an id
	// that stands twice in it. CheckAppend finds out.
	ErrInvalid = errors.New("eventstore: invalid append")
)

// ConflictError says that a stream was not where an append expected it.
// Nothing was written.
type ConflictError struct {
	Stream   string
	Expected Expectation
	Actual   Expectation // where the stream stands
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("eventstore: stream %s is at %s, expected %s", e.Stream, e.Actual, e.Expected)
}

package journal

import (
	"errors"

	"github.com/janggid/janggid/eventstore"
)

var (
	// ErrNotFound: the store has no such game, player or room.
	ErrNotFound = errors.New("journal: not found")

	// ErrConflict: concurrent writers won every attempt.
	ErrConflict = errors.New("journal: lost every race for the stream")

	// ErrStale: the game is not at the revision that the command expects.
	ErrStale = errors.New("journal: the game has moved on")

	// ErrKeyReused: the idempotency key was used with another path or body
	// before.
	ErrKeyReused = errors.New("journal: idempotency key used for another request")

	// ErrDamaged: no version of this program up to this one can have written a
	// stored event.
	ErrDamaged = errors.New("journal: damaged history")

	// ErrNotYetVisible: the store does not have the requested revision yet.
	ErrNotYetVisible = errors.New("journal: revision not there yet")
)

// isStreamsOwn tells of trouble that one stream has, and no other by it.
func isStreamsOwn(err error) bool {
	return errors.Is(err, eventstore.ErrDeleted) || errors.Is(err, ErrDamaged)
}

package journal

import "errors"

var (
	// ErrNotFound: no such game, player or room is in the store.
	ErrNotFound = errors.New("journal: not found")

	// ErrConflict: others were faster at every one of the attempts.
	ErrConflict = errors.New("journal: lost every race for the stream")

	// ErrStale: the game is not at the revision that the command was meant for.
	ErrStale = errors.New("journal: the game has moved on")

	// ErrKeyReused: the idempotency key came with another path or body before.
	ErrKeyReused = errors.New("journal: idempotency key used for another request")

	// ErrDamaged: an event is stored that no version of this program up to this
	// one can have written there.
	ErrDamaged = errors.New("journal: damaged history")

	// ErrNotYetVisible: the store does not hold the revision asked for, yet.
	ErrNotYetVisible = errors.New("journal: revision not there yet")
)

package journal

import (
	"context"

	"github.com/janggid/janggid/eventstore"
)

// tailFrom is a revision of a stream at which to begin for its last events: no
// fewer than those that are wanted, where there are so many, and no more than
// about twice as many. Where the store does not know the stream's length it is found
// at a cost that grows with its logarithm, since streams are read forwards only.
func tailFrom(ctx context.Context, s eventstore.Store, stream string, wanted uint64) (uint64, error) {
	if store, ok := s.(eventstore.Lengths); ok {
		length, err := store.Length(ctx, stream)
		return length - min(length, wanted), err
	}
	there := uint64(0) // an event stands there, or the stream has few
	step := wanted
	for ; ; step *= 2 {
		reaches, err := reaches(ctx, s, stream, there+step)
		if err != nil {
			return 0, err
		}
		if !reaches {
			break
		}
		there += step
	}
	for beyond := there + step; beyond-there > wanted; {
		middle := there + (beyond-there)/2
		reaches, err := reaches(ctx, s, stream, middle)
		if err != nil {
			return 0, err
		}
		if reaches {
			there = middle
		} else {
			beyond = middle
		}
	}
	return there - min(there, wanted-1), nil
}

// reaches tells whether a stream has an event of a revision.
func reaches(ctx context.Context, s eventstore.Store, stream string, revision uint64) (bool, error) {
	for _, err := range s.ReadStream(ctx, stream, revision) {
		return err == nil, err
	}
	return false, nil
}

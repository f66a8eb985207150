package journal

import (
	"context"

	"github.com/janggid/janggid/eventstore"
)

// tailFrom returns the revision at which to start reading a stream's last
// events: at least the wanted number, if there are that many, and at most about
// twice that. If the store does not know the stream's length, tailFrom searches
// for it with a logarithmic number of reads, because stores read forward only.
func tailFrom(ctx context.Context, s eventstore.Store, stream string, wanted uint64) (uint64, error) {
	if store, ok := s.(eventstore.Lengths); ok {
		length, err := store.Length(ctx, stream)
		return length - min(length, wanted), err
	}
	there := uint64(0) // the stream has this revision, or is short
	step := wanted
	for ; ; step *= 2 {
		reaches, err := hasRevision(ctx, s, stream, there+step)
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
		reaches, err := hasRevision(ctx, s, stream, middle)
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

// hasRevision reports whether a stream has a revision.
func hasRevision(ctx context.Context, s eventstore.Store, stream string, revision uint64) (bool, error) {
	for _, err := range s.ReadStream(ctx, stream, revision) {
		return err == nil, err
	}
	return false, nil
}

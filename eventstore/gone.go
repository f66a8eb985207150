package eventstore

import (
	"context"
	"errors"
	"hash/maphash"
)

// StreamSet is a set of streams, of which there may be millions: it keeps a hash
// of each.
type StreamSet struct {
	seed   maphash.Seed
	hashes map[uint64]struct{}
}

// NewStreamSet makes an empty set.
func NewStreamSet() *StreamSet {
	return &StreamSet{seed: maphash.MakeSeed(), hashes: map[uint64]struct{}{}}
}

// Add tells whether a stream was not in the set before.
func (s *StreamSet) Add(stream string) bool {
	hash := maphash.String(s.seed, stream)
	_, there := s.hashes[hash]
	s.hashes[hash] = struct{}{}
	return !there
}

// Gone finds the streams of a store that were deleted or cut with other tools.
// What a store yields of all streams may still show their events, and may no
// longer show the first. Not for several goroutines.
type Gone struct {
	store Store
	asked *StreamSet
	gone  map[string]error
}

// NewGone finds streams of a store.
func NewGone(s Store) *Gone {
	return &Gone{store: s, asked: NewStreamSet(), gone: map[string]error{}}
}

// Reason is the error of reading a stream that is gone; nil if it is not. Each
// stream is read once. Other errors are the store's.
func (g *Gone) Reason(ctx context.Context, stream string) (reason, err error) {
	if !g.asked.Add(stream) {
		return g.gone[stream], nil
	}
	for _, err := range g.store.ReadStream(ctx, stream, 0) {
		if errors.Is(err, ErrDeleted) {
			g.gone[stream] = err
			return err, nil
		}
		return nil, err
	}
	return nil, ctx.Err()
}

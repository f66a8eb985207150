package api

import (
	"context"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/domain/journal"
)

// storedAtOnce is how many bytes of imported games are handed to the store at a
// time, on the whole node. A turn waits behind no more.
const storedAtOnce = 512 << 10

// bulk is what an import of an address may take of the node: a share of the
// processors with what else the address has calculated, a piece at a time, and
// little of the store at once.
func (s *Server) bulk(address string) *journal.Bulk {
	if s.limits.Limiter.Unlimited() {
		return nil
	}
	return &journal.Bulk{
		Slot: func(ctx context.Context) (func(), error) {
			return s.limits.Limiter.Await(ctx, limit.Calculations, address)
		},
		Store: func(ctx context.Context, bytes int) (func(), error) {
			n := min(int64(bytes), storedAtOnce)
			if err := s.storing.Acquire(ctx, n); err != nil {
				return nil, err
			}
			return func() { s.storing.Release(n) }, nil
		},
	}
}

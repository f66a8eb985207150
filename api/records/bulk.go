package records

import (
	"context"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/domain/journal"
)

// storedAtOnce is how many bytes of imported games the whole node hands to the
// store at a time. A turn waits behind no more.
const storedAtOnce = 512 << 10

// bulk bounds an import's share of the node: the processors together with the other
// calculations of the address, a piece at a time, and little of the store at once.
func (h *Handlers) bulk(address string) *journal.Bulk {
	if h.Limits.Limiter.Unlimited() {
		return nil
	}
	return &journal.Bulk{
		Slot: func(ctx context.Context) (func(), error) {
			return h.Limits.Limiter.Await(ctx, limit.Calculations, address)
		},
		Store: func(ctx context.Context, bytes int) (func(), error) {
			n := min(int64(bytes), storedAtOnce)
			if err := h.storing.Acquire(ctx, n); err != nil {
				return nil, err
			}
			return func() { h.storing.Release(n) }, nil
		},
	}
}

package journal

import (
	"context"

	"github.com/janggid/janggid/eventstore"
)

// Bulk bounds what imports take of a node at a time, so that turns need not wait
// behind them. A nil Bulk, or a nil function of it, bounds nothing.
type Bulk struct {
	// Slot waits until a part of the work that takes a processor may begin. leave
	// is called at its end.
	Slot func(ctx context.Context) (leave func(), err error)
	// Store waits until so many bytes may be handed to the store. leave is called
	// once it has answered.
	Store func(ctx context.Context, bytes int) (leave func(), err error)
}

// Compute does a part of the work in a slot. The error is do's, or that of
// waiting.
func (b *Bulk) Compute(ctx context.Context, do func() error) error {
	if b == nil || b.Slot == nil {
		return do()
	}
	leave, err := b.Slot(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return do()
}

// storing waits until a batch may be handed to the store.
func (b *Bulk) storing(ctx context.Context, batch []eventstore.Event) (leave func(), err error) {
	if b == nil || b.Store == nil {
		return func() {}, nil
	}
	bytes := 0
	for _, e := range batch {
		bytes += len(e.Data) + len(e.Metadata)
	}
	return b.Store(ctx, bytes)
}

package journal

import (
	"context"

	"github.com/janggid/janggid/eventstore"
)

// Healthy returns nil if the store can store events, as far as it can tell
// without storing any.
func (j *Journal) Healthy(ctx context.Context) error {
	if s, ok := j.store.(eventstore.Health); ok {
		return s.Healthy(ctx)
	}
	return nil
}

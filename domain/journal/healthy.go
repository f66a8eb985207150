package journal

import (
	"context"

	"github.com/janggid/janggid/eventstore"
)

// Healthy gives nil if the store is able to store events now, as far as it can
// tell without storing any.
func (j *Journal) Healthy(ctx context.Context) error {
	if s, ok := j.store.(eventstore.Health); ok {
		return s.Healthy(ctx)
	}
	return nil
}

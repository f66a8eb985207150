package journal

import (
	"context"
	"fmt"

	"github.com/janggid/janggid/eventstore"
)

const (
	// firstWindow is the size of the first read from a stream's end, where most
	// searches succeed.
	firstWindow = 32

	// maxWindow bounds the events in memory at once.
	maxWindow = 4096
)

// backwards calls each for the events of a game, newest first, until it returns
// enough. Stores read forward only, so backwards reads growing windows: the
// cost depends on the distance from the end.
func (j *Journal) backwards(ctx context.Context, g *Game, each func(eventstore.Recorded) (enough bool, err error)) error {
	var window []eventstore.Recorded
	size := uint64(firstWindow)
	for end := g.Revision + 1; end > 0; size = min(8*size, maxWindow) {
		from := end - min(end, size)
		window = window[:0]
		for r, err := range j.store.ReadStream(ctx, gamePrefix+g.ID, from) {
			if err != nil {
				return fmt.Errorf("journal: game %s: %w", g.ID, err)
			}
			if window = append(window, r); r.Revision+1 >= end {
				break
			}
		}
		if uint64(len(window)) < end-from {
			return ErrNotYetVisible // from a lagging replica
		}
		for i := len(window) - 1; i >= 0; i-- {
			if enough, err := each(window[i]); enough || err != nil {
				return err
			}
		}
		end = from
	}
	return nil
}

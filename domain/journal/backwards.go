package journal

import (
	"context"
	"fmt"

	"github.com/janggid/janggid/eventstore"
)

const (
	// firstWindow is how many events are read first from a stream's end; what is
	// looked for mostly stands there.
	firstWindow = 32

	// mostWindow bounds the events that are in memory at once.
	mostWindow = 4096
)

// backwards hands the events of a game up to a revision to each, the newest
// first, until it says that it has enough. Streams are read forwards only, so that
// happens in windows, each larger than the one after it: the cost grows with the
// distance from the end.
func (j *Journal) backwards(ctx context.Context, g *Game, each func(eventstore.Recorded) (enough bool, err error)) error {
	var window []eventstore.Recorded
	size := uint64(firstWindow)
	for end := g.Revision + 1; end > 0; size = min(8*size, mostWindow) {
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
			return ErrNotYetVisible // read from a part of the store that is behind
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

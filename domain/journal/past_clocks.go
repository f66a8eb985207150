package journal

import (
	"context"

	"github.com/janggid/janggid/domain/game"
)

// pastClocks folds the clocks of a game's past up to where it is known.
func (j *Journal) pastClocks(ctx context.Context, g *Game) (game.PastClocks, error) {
	var past game.PastClocks
	for r, err := range j.store.ReadStream(ctx, gamePrefix+g.ID, 0) {
		if err != nil {
			return nil, err
		}
		if r.Revision > g.Revision {
			break
		}
		_, e, err := decodeRecorded(r)
		if err != nil {
			return nil, err
		}
		past = past.After(e)
	}
	return past, nil
}

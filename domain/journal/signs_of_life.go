package journal

import (
	"context"

	"github.com/janggid/janggid/domain/game"
)

// signsOfLife folds when each side of a game last did something, up to where the
// game is known: every node comes to the same from the events alone.
func (j *Journal) signsOfLife(ctx context.Context, g *Game) (game.SignsOfLife, error) {
	var signs game.SignsOfLife
	for r, err := range j.store.ReadStream(ctx, gamePrefix+g.ID, 0) {
		if err != nil {
			return signs, err
		}
		if r.Revision > g.Revision {
			break
		}
		m, e, err := decodeRecorded(r)
		if err != nil {
			return signs, err
		}
		signs = signs.After(e, m.Side, m.Time)
	}
	return signs, nil
}

package journal

import (
	"context"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// lastActivity returns when each side last acted, up to the game's revision. It
// depends on the events alone, so all nodes agree.
func (j *Journal) lastActivity(ctx context.Context, g *Game) (signs game.LastActivity, err error) {
	var known [2]bool
	err = j.backwards(ctx, g, func(r eventstore.Recorded) (bool, error) {
		m, err := decodeMetadata(r.Metadata)
		if err != nil {
			return false, damaged(r, err)
		}
		if r.Type == startedType { // both were present
			for side := range known {
				if !known[side] {
					signs[side] = m.Time
				}
			}
			return true, nil
		}
		if m.Side != nil && !known[*m.Side] {
			signs[*m.Side], known[*m.Side] = m.Time, true
		}
		return known[0] && known[1], nil
	})
	return signs, err
}

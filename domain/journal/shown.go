package journal

import (
	"context"
	"fmt"

	"github.com/maypok86/otter/v2"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// cachedVisible bounds the bytes of cached spectator views.
const cachedVisible = 32 << 20

func newVisible() *otter.Cache[string, *Game] {
	return otter.Must(&otter.Options[string, *Game]{
		MaximumWeight: cachedVisible,
		Weigher:       func(_ string, g *Game) uint32 { return g.bytes() },
	})
}

// Shown returns a game as visible to spectators at an instant: without the
// events younger than its spectator delay, if it has one. ErrNotFound if even
// its creation is delayed.
func (j *Journal) Shown(ctx context.Context, g *Game, at game.Instant) (*Game, error) {
	if !g.State.HeldBack() || g.State.ShownFrom(g.State.UpdatedAt) <= at {
		return g, nil
	}
	if g.State.Unannounced() && g.State.ShownFrom(g.State.CreatedAt) > at {
		return nil, ErrNotFound
	}
	known, _ := j.visible.GetIfPresent(g.ID)
	var damaged error
	shown, err := j.fold(ctx, g.ID, known, func(before *Game, r eventstore.Recorded) bool {
		if r.Revision > g.Revision {
			return false
		}
		m, err := decodeMetadata(r.Metadata)
		if err != nil {
			damaged = fmt.Errorf("%w: %s revision %d: %w", ErrDamaged, r.Stream, r.Revision, err)
			return false
		}
		return !before.State.HeldBack() || before.State.ShownFrom(m.Time) <= at
	})
	if damaged != nil {
		return nil, damaged
	}
	if err == nil && shown != known {
		j.visible.Compute(g.ID, func(old *Game, found bool) (*Game, otter.ComputeOp) {
			if found && old.Revision >= shown.Revision {
				return old, otter.CancelOp
			}
			return shown, otter.WriteOp
		})
	}
	return shown, err
}

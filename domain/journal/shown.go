package journal

import (
	"context"
	"fmt"

	"github.com/maypok86/otter/v2"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// cachedShown bounds the memory, in bytes, for games as spectators see them with a
// delay.
const cachedShown = 32 << 20

func newShown() *otter.Cache[string, *Game] {
	return otter.Must(&otter.Options[string, *Game]{
		MaximumWeight: cachedShown,
		Weigher:       func(_ string, g *Game) uint32 { return g.bytes() },
	})
}

// Shown is a game as those see it at an instant whom its delay holds back: with
// the events that are held back only once the delay has passed. Nothing is held
// back of a game without a delay. ErrNotFound where the creation is held back
// too.
func (j *Journal) Shown(ctx context.Context, g *Game, at game.Instant) (*Game, error) {
	if !g.State.HeldBack() || g.State.ShownFrom(g.State.UpdatedAt) <= at {
		return g, nil
	}
	if g.State.Unannounced() && g.State.ShownFrom(g.State.CreatedAt) > at {
		return nil, ErrNotFound
	}
	known, _ := j.shown.GetIfPresent(g.ID)
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
		j.shown.Compute(g.ID, func(old *Game, found bool) (*Game, otter.ComputeOp) {
			if found && old.Revision >= shown.Revision {
				return old, otter.CancelOp
			}
			return shown, otter.WriteOp
		})
	}
	return shown, err
}

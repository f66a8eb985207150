package projections

import (
	"context"

	"github.com/janggid/janggid/domain/journal"
)

// GameAt is a game as of a revision or later. Where the store does not have it
// yet, as one node of a cluster may be behind another, GameAt waits until the
// follower has seen it; journal.ErrNotYetVisible when ctx ends before.
// journal.ErrNotFound where there is no such game.
func (m *Model) GameAt(ctx context.Context, id string, revision uint64) (*journal.Game, error) {
	for {
		_, moved := m.waits.next() // before looking, so that nothing is missed
		g, err := m.journal.Load(ctx, id)
		if err == nil && g.Revision < revision {
			g, err = m.journal.Refresh(ctx, id)
		}
		if err != nil || g.Revision >= revision {
			return g, err
		}
		m.waits.want()
		select {
		case <-moved:
		case <-ctx.Done():
			return g, journal.ErrNotYetVisible
		}
	}
}

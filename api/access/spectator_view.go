package access

import (
	"context"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// DelayedFor tells whether a viewer sees a game later than its players do.
func DelayedFor(s *game.State, viewer string) bool {
	return s.SpectatorDelayMS > 0 && !s.Seats.Holds(viewer)
}

// SpectatorView is a game as a viewer may see it now: for others than its players
// without its delayed events. Every answer about a game begins here, and tells of
// no event after the revision of the result.
func (a *Access) SpectatorView(ctx context.Context, g *journal.Game, viewer string) (*journal.Game, error) {
	if !DelayedFor(&g.State, viewer) {
		return g, nil
	}
	return a.Journal.Shown(ctx, g, a.Now())
}

// Newest is spectatorView of the game in the store.
func (a *Access) Newest(ctx context.Context, id, viewer string) (*journal.Game, error) {
	g, err := a.Journal.Refresh(ctx, id)
	if err != nil {
		return nil, err
	}
	return a.SpectatorView(ctx, g, viewer)
}

package access

import (
	"context"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// Visible loads a game for a player. A private game exists for its players and its
// creator; for others only if they are joining while it waits. The player may have
// joined on another node, so that a free seat is looked at again.
func (a *Access) Visible(ctx context.Context, id, player string, joining bool) (*journal.Game, error) {
	g, err := a.Journal.Load(ctx, id)
	if err != nil || g.State.Seats.Holds(player) {
		return g, err
	}
	if !g.State.Seats.Full() && (player != "" || g.State.Visibility == game.Private) {
		if g, err = a.Journal.Refresh(ctx, id); err != nil {
			return nil, err
		}
	}
	if g.State.Visibility == game.Private && !mayFindPrivate(&g.State, player) && !(joining && g.State.Status == game.Waiting) {
		return nil, journal.ErrNotFound
	}
	return a.SpectatorView(ctx, g, player)
}

// mayFindPrivate tells whether a private game exists for a player: for those in its
// seats, and for its creator, who may be an organizer.
func mayFindPrivate(s *game.State, player string) bool {
	return s.Seats.Holds(player) || player != "" && s.Creator == player
}

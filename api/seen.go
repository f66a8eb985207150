package api

import (
	"context"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// delayedFor tells whether somebody sees a game later than its players do.
func delayedFor(s *game.State, viewer string) bool {
	return s.SpectatorDelayMS > 0 && !s.Seats.Holds(viewer)
}

// seen is a game as somebody may see it now: for others than its players without
// what its delay holds back. Every answer about a game begins here, and tells of
// no event after the revision of the game that this gives.
func (s *Server) seen(ctx context.Context, g *journal.Game, viewer string) (*journal.Game, error) {
	if !delayedFor(&g.State, viewer) {
		return g, nil
	}
	return s.journal.Shown(ctx, g, s.arrival())
}

// newest is seen with everything that the store holds.
func (s *Server) newest(ctx context.Context, id, viewer string) (*journal.Game, error) {
	g, err := s.journal.Refresh(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.seen(ctx, g, viewer)
}

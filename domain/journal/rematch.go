package journal

import (
	"context"
	"errors"

	"github.com/janggid/janggid/domain/game"
)

// RematchID returns the id of a game's rematch, the same on every node, so
// concurrent or repeated agreements mean the same game.
func (j *Journal) RematchID(gameID string) string { return uuid8(j.derive("rematch", gameID)) }

// OpenRematch makes sure that the agreed rematch of a game exists.
func (j *Journal) OpenRematch(ctx context.Context, g *Game, at game.Instant) error {
	id := g.State.Rematch()
	if _, err := j.Load(ctx, id); !errors.Is(err, ErrNotFound) {
		return err
	}
	c := g.State.RematchCreation(g.ID)
	_, err := j.open(ctx, id, c, Request{Actor: c.Player, At: max(at, g.State.UpdatedAt)})
	if isConflict(err) {
		return nil // opened concurrently
	}
	return err
}

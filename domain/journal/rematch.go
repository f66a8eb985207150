package journal

import (
	"context"
	"errors"

	"github.com/janggid/janggid/domain/game"
)

// RematchID is the id of the game that follows one, on every node: two who agree
// on it at once, or twice, mean the same game.
func (j *Journal) RematchID(gameID string) string { return uuid8(j.derive("rematch", gameID)) }

// OpenRematch makes sure that the game is there on which the players of another
// have agreed.
func (j *Journal) OpenRematch(ctx context.Context, g *Game, at game.Instant) error {
	id := g.State.Rematch()
	if _, err := j.Load(ctx, id); !errors.Is(err, ErrNotFound) {
		return err
	}
	c := g.State.RematchCreation(g.ID)
	_, err := j.open(ctx, id, c, Request{Actor: c.Player, At: max(at, g.State.UpdatedAt)})
	if isConflict(err) {
		return nil // somebody else opened it at this moment
	}
	return err
}

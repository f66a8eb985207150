package journal

import (
	"context"
	"fmt"
	"iter"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// Step is an event of a game, with the game's state before it.
type Step struct {
	Event    game.Event
	Revision uint64
	Before   game.State
}

// Steps yields all events of a stored game, those of turns that were taken back
// too. Nothing is checked. Errors: ErrDamaged, and the store's.
func Steps(ctx context.Context, store eventstore.Store, gameID string) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		f := rehydrate(gameID, nil)
		for r, err := range store.ReadStream(ctx, gamePrefix+gameID, 0) {
			if err != nil {
				yield(Step{}, fmt.Errorf("journal: game %s: %w", gameID, err))
				return
			}
			before := f.game.State
			e, err := f.read(r)
			if !yield(Step{e, r.Revision, before}, err) || err != nil {
				return
			}
		}
	}
}

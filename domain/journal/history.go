package journal

import (
	"context"
	"fmt"
	"iter"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// AtRevision is the game after exactly the events 0 to revision; ErrNotFound
// where there never was such a revision.
func (j *Journal) AtRevision(ctx context.Context, id string, revision uint64) (*Game, error) {
	if g := j.games.get(id); g != nil && g.Revision == revision {
		return g, nil
	}
	g, err := j.fold(ctx, id, nil, func(_ *Game, r eventstore.Recorded) bool { return r.Revision <= revision })
	if err != nil {
		return nil, err
	}
	if g.Revision != revision {
		return nil, ErrNotFound
	}
	return g, nil
}

// AtPly is the game as it stood after the last event before turn ply+1, of the
// turns in force; the last ply shows the end. ErrNotFound where the game has
// not come that far.
func (j *Journal) AtPly(ctx context.Context, id string, ply int) (*Game, error) {
	g, err := j.Refresh(ctx, id)
	if err != nil {
		return nil, err
	}
	switch {
	case ply < 0 || ply > g.State.Ply():
		return nil, ErrNotFound
	case ply == g.State.Ply():
		return g, nil
	}
	return j.fold(ctx, id, nil, func(g *Game, r eventstore.Recorded) bool {
		return !isTurn(r.Type) || g.State.Ply() < ply
	})
}

func isTurn(eventType string) bool {
	return eventType == game.MovePlayed{}.EventType() || eventType == game.TurnPassed{}.EventType()
}

// Turn is a turn of a game as its events tell it.
type Turn struct {
	Event  game.Event // MovePlayed or TurnPassed
	Before *Game      // the game before it
	After  *Game      // and after it
}

// Turns yields a game's turns, oldest first.
func (j *Journal) Turns(ctx context.Context, id string) iter.Seq2[Turn, error] {
	return func(yield func(Turn, error) bool) {
		f := foldingOn(id, nil)
		before := f.game
		for r, err := range j.store.ReadStream(ctx, gamePrefix+id, 0) {
			if err != nil {
				yield(Turn{}, fmt.Errorf("journal: game %s: %w", id, err))
				return
			}
			e, err := f.read(r)
			if err != nil {
				yield(Turn{}, err)
				return
			}
			after := f.game
			if isTurn(r.Type) && !yield(Turn{Event: e, Before: &before, After: &after}, nil) {
				return
			}
			before = after
		}
	}
}

// Events yields a game's stored events from a revision on.
func (j *Journal) Events(ctx context.Context, id string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return j.store.ReadStream(ctx, gamePrefix+id, from)
}

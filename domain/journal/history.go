package journal

import (
	"context"
	"iter"
	"slices"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// AtRevision returns the game after exactly the events 0 to revision;
// ErrNotFound if there is no such revision.
func (j *Journal) AtRevision(ctx context.Context, id string, revision uint64) (*Game, error) {
	if g := j.games.get(id); g != nil && g.Revision == revision {
		return g, nil
	}
	p, err := j.gameHistory(ctx, id, revision)
	if err != nil {
		return nil, err
	}
	if revision >= uint64(len(p.games)) {
		return nil, ErrNotFound
	}
	return p.games[revision], nil
}

// AtPly returns the game after the last event before turn ply+1, counting turns
// that were not taken back; the last ply includes the end. ErrNotFound if the
// game has fewer turns.
func (j *Journal) AtPly(ctx context.Context, id string, ply int) (*Game, error) {
	g, err := j.Refresh(ctx, id)
	if err != nil {
		return nil, err
	}
	return j.PlyOf(ctx, g, ply)
}

// PlyOf is AtPly for an earlier state of a game.
func (j *Journal) PlyOf(ctx context.Context, g *Game, ply int) (*Game, error) {
	switch {
	case ply < 0 || ply > g.State.Ply():
		return nil, ErrNotFound
	case ply == g.State.Ply():
		return g, nil
	}
	p, err := j.gameHistory(ctx, g.ID, g.Revision)
	if err != nil {
		return nil, err
	}
	if g.Revision >= uint64(len(p.games)) {
		return nil, ErrNotYetVisible // from a lagging replica
	}
	return p.games[p.lastRevisionAt(ply, g.Revision)], nil
}

// turnsInForce returns the revisions of the turns that were not taken back.
func (j *Journal) turnsInForce(ctx context.Context, g *Game) ([]uint64, error) {
	var turns []uint64
	for r, err := range j.history(ctx, g.ID, 0) {
		switch {
		case err != nil:
			return nil, err
		case r.Revision > g.Revision:
			return turns, nil
		case isTurn(r.Type):
			turns = append(turns, r.Revision)
		case r.Type == game.TurnsTakenBack{}.EventType():
			_, e, err := decodeRecorded(r)
			if err != nil {
				return nil, err
			}
			turns = turns[:len(turns)-e.(game.TurnsTakenBack).Count]
		}
	}
	return turns, nil
}

func isTurn(eventType string) bool {
	return eventType == game.MovePlayed{}.EventType() || eventType == game.TurnPassed{}.EventType()
}

// Turn is a turn of a game with the game around it.
type Turn struct {
	Event  game.Event // MovePlayed or TurnPassed
	Before *Game      // the game before it
	After  *Game      // and after it
}

// Turns yields a game's turns in force, oldest first.
func (j *Journal) Turns(ctx context.Context, id string) iter.Seq2[Turn, error] {
	return func(yield func(Turn, error) bool) {
		g, err := j.Refresh(ctx, id)
		if err != nil {
			yield(Turn{}, err)
			return
		}
		j.TurnsOf(ctx, g)(yield)
	}
}

// TurnsOf yields the turns of an earlier state of a game that were not taken
// back by then.
func (j *Journal) TurnsOf(ctx context.Context, g *Game) iter.Seq2[Turn, error] {
	return func(yield func(Turn, error) bool) {
		inForce := func(uint64) bool { return true }
		if g.State.Takebacks() > 0 {
			turns, err := j.turnsInForce(ctx, g)
			if err != nil {
				yield(Turn{}, err)
				return
			}
			inForce = func(revision uint64) bool {
				_, ok := slices.BinarySearch(turns, revision)
				return ok
			}
		}
		f := rehydrate(g.ID, nil)
		before := *f.game
		for r, err := range j.history(ctx, g.ID, 0) {
			if err != nil {
				yield(Turn{}, err)
				return
			}
			if r.Revision > g.Revision {
				return
			}
			e, err := f.read(r)
			if err != nil {
				yield(Turn{}, err)
				return
			}
			after := *f.game
			if isTurn(r.Type) && inForce(r.Revision) && !yield(Turn{Event: e, Before: &before, After: &after}, nil) {
				return
			}
			before = after
		}
	}
}

// Head returns the position of the store's newest event.
func (j *Journal) Head(ctx context.Context) (eventstore.Position, error) { return j.store.Head(ctx) }

// All yields the events of all streams after a position, in the store's order.
func (j *Journal) All(ctx context.Context, after eventstore.Position) iter.Seq2[eventstore.Recorded, error] {
	return j.store.ReadAll(ctx, after)
}

// Events yields the events of a game up to its revision, starting at from.
func (j *Journal) Events(ctx context.Context, g *Game, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		if from > g.Revision {
			return
		}
		for r, err := range j.history(ctx, g.ID, from) {
			if err == nil && r.Revision > g.Revision || !yield(r, err) {
				return
			}
		}
	}
}

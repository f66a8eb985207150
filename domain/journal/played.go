package journal

import (
	"context"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Played is a turn as its event tells it.
type Played struct {
	Event game.Event // MovePlayed or TurnPassed
	At    game.Instant
}

// Clock is the time that the turn took in milliseconds, and its side's clock after
// it.
func (p Played) Clock() (side janggi.Side, spentMS int64, clock game.SideClock) {
	switch e := p.Event.(type) {
	case game.MovePlayed:
		return e.Side, e.SpentMS, e.Clocks[e.Side]
	case game.TurnPassed:
		return e.Side, e.SpentMS, e.Clocks[e.Side]
	}
	return 0, 0, game.SideClock{}
}

// Played are the turns in force in a game as it was at some time, oldest first.
// Nothing is folded: what a turn did to the board, the game's own turns tell.
func (j *Journal) Played(ctx context.Context, g *Game) ([]Played, error) {
	release, err := j.slots.take(ctx, g.Revision)
	if err != nil {
		return nil, err
	}
	defer release()
	turns := make([]Played, 0, g.State.Ply())
	for r, err := range j.history(ctx, g.ID, 0) {
		if err != nil {
			return nil, err
		}
		if r.Revision > g.Revision {
			break
		}
		if !isTurn(r.Type) && r.Type != takenBackType {
			continue
		}
		m, e, err := decodeRecorded(r)
		if err != nil {
			return nil, err
		}
		if back, ok := e.(game.TurnsTakenBack); ok {
			if back.Count < 0 || back.Count > len(turns) {
				return nil, damaged(r, fmt.Errorf("%d turns taken back of %d", back.Count, len(turns)))
			}
			turns = turns[:len(turns)-back.Count]
		} else {
			turns = append(turns, Played{e, m.Time})
		}
	}
	if len(turns) != g.State.Ply() {
		return nil, ErrNotYetVisible // read from a part of the store that is behind
	}
	return turns, nil
}

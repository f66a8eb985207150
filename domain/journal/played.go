package journal

import (
	"context"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Played is the event of a turn.
type Played struct {
	Event game.Event // MovePlayed or TurnPassed
	At    game.Instant
}

// Clock returns the duration of the turn in milliseconds and its side's clock
// after it.
func (p Played) Clock() (side janggi.Side, spentMS int64, clock game.SideClock) {
	switch e := p.Event.(type) {
	case game.MovePlayed:
		return e.Side, e.SpentMS, e.Clocks[e.Side]
	case game.TurnPassed:
		return e.Side, e.SpentMS, e.Clocks[e.Side]
	}
	return 0, 0, game.SideClock{}
}

// Played returns the turns of a game that were not taken back, oldest first,
// without folding. The game's own turns have the effects on the board.
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
				return nil, damaged(r, fmt.Errorf("takes back %d of %d turns", back.Count, len(turns)))
			}
			turns = turns[:len(turns)-back.Count]
		} else {
			turns = append(turns, Played{e, m.Time})
		}
	}
	if len(turns) != g.State.Ply() {
		return nil, ErrNotYetVisible // from a lagging replica
	}
	return turns, nil
}

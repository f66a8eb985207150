package journal

import (
	"context"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// takenBackAtOnce is how many turns a takeback takes back at most.
const takenBackAtOnce = 2

// pastClocks are the clocks of a game's past as far back as a takeback may need
// them; those before are zero.
func (j *Journal) pastClocks(ctx context.Context, g *Game) (game.PastClocks, error) {
	if !g.State.Started {
		return nil, nil
	}
	ply := g.State.Ply()
	past := make(game.PastClocks, ply+1)
	wanted := ply // the greatest whose clocks are not known yet
	err := j.backwards(ctx, g, func(r eventstore.Recorded) (bool, error) {
		if !isTurn(r.Type) && r.Type != takenBackType && r.Type != startedType {
			return false, nil
		}
		_, e, err := decodeRecorded(r)
		if err != nil {
			return false, err
		}
		// The last event that led to a ply has its clocks. Plies grow one by one, so
		// that of a smaller one stands before it.
		if at, clocks := plyAfter(e); at == wanted {
			past[wanted] = clocks
			wanted--
		}
		return wanted < 0 || wanted < ply-takenBackAtOnce, nil
	})
	return past, err
}

var (
	takenBackType = game.TurnsTakenBack{}.EventType()
	startedType   = game.Started{}.EventType()
)

// plyAfter is the ply that an event led to, with the clocks at which the next turn
// began.
func plyAfter(e game.Event) (int, game.Clocks) {
	switch e := e.(type) {
	case game.MovePlayed:
		return e.Ply, e.Clocks
	case game.TurnPassed:
		return e.Ply, e.Clocks
	case game.TurnsTakenBack:
		return e.Ply, e.Clocks
	case game.Started:
		return 0, e.Clocks
	}
	return -1, game.Clocks{}
}

package journal

import (
	"context"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// maxTakebackTurns bounds the turns undone by one takeback.
const maxTakebackTurns = 2

// pastClocks returns the past clocks that a takeback may need; earlier ones are
// zero.
func (j *Journal) pastClocks(ctx context.Context, g *Game) (game.PastClocks, error) {
	if !g.State.Started {
		return nil, nil
	}
	ply := g.State.Ply()
	past := make(game.PastClocks, ply+1)
	wanted := ply // the greatest ply without known clocks
	err := j.backwards(ctx, g, func(r eventstore.Recorded) (bool, error) {
		if !isTurn(r.Type) && r.Type != takenBackType && r.Type != startedType {
			return false, nil
		}
		_, e, err := decodeRecorded(r)
		if err != nil {
			return false, err
		}
		// The last event that led to a ply has its clocks. Plies grow one by
		// one, so smaller plies come earlier.
		if at, clocks := plyAfter(e); at == wanted {
			past[wanted] = clocks
			wanted--
		}
		return wanted < 0 || wanted < ply-maxTakebackTurns, nil
	})
	return past, err
}

var (
	takenBackType = game.TurnsTakenBack{}.EventType()
	startedType   = game.Started{}.EventType()
)

// plyAfter returns the ply that an event led to, with the clocks at the start
// of the next turn.
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

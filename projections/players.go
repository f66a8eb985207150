package projections

import (
	"context"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/player"
	"github.com/janggid/janggid/eventstore"
)

// Player is a player as the model knows it.
type Player struct {
	ID       string
	Name     string
	Revision uint64
}

func (m *Model) foldPlayer(ctx context.Context, id string, events []eventstore.Recorded) (change, error) {
	first, last := events[0], events[len(events)-1]
	if first.Revision > 0 {
		p, err := m.journal.Players.Load(ctx, id)
		return change{player: &Player{id, p.State.Name, p.Revision}}, err
	}
	var state player.State
	for _, r := range events {
		e, err := journal.DecodePlayerEvent(r)
		if err != nil {
			return change{}, err
		}
		state = player.Evolve(state, e)
	}
	return change{player: &Player{id, state.Name, last.Revision}}, nil
}

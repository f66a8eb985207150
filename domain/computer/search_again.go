package computer

import (
	"context"
	"fmt"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// SearchedAgain is what came of searching the answers of a game's computers
// again.
type SearchedAgain struct {
	Same      int      // turns and setups that were found again
	Skipped   int      // that another version of the engine chose
	Different []string // what is otherwise, a line each
}

// SearchAgain searches all turns and setups that computers chose in a stored
// game, those that were taken back too, with the nodes that they took. What
// another version of the engine chose cannot be searched here. The engine must
// have a table of engine.PlayTableBytes. Errors are the store's.
func SearchAgain(ctx context.Context, store eventstore.Store, gameID string, e *engine.Engine) (SearchedAgain, error) {
	var all SearchedAgain
	for step, err := range journal.Steps(ctx, store, gameID) {
		if err != nil {
			return all, err
		}
		version, found, stored := chosenAgain(e, &step)
		switch {
		case version == 0: // no computer chose
		case version != engine.Version:
			all.Skipped++
		case found == stored:
			all.Same++
		default:
			all.Different = append(all.Different, fmt.Sprintf("game %s revision %d: the engine finds %s, stored is %s", gameID, step.Revision, found, stored))
		}
	}
	return all, nil
}

// chosenAgain is what a computer chooses again where an event is its choice: the
// engine's version, 0 where it is not, and for the present version what it
// finds and what is stored.
func chosenAgain(e *engine.Engine, step *journal.Step) (version int, found, stored string) {
	s := &step.Before
	switch event := step.Event.(type) {
	case game.SetupChosen:
		return event.Engine, setup(s, event.Side).String(), event.Setup.String()
	case game.MovePlayed:
		return turnAgain(e, s, event.Side, event.Search, event.Move)
	case game.TurnPassed:
		return turnAgain(e, s, event.Side, event.Search, janggi.Pass)
	}
	return 0, "", ""
}

func turnAgain(e *engine.Engine, s *game.State, side janggi.Side, search *game.Search, played janggi.Move) (version int, found, stored string) {
	if search == nil {
		return 0, "", ""
	}
	if search.Engine != engine.Version {
		return search.Engine, "", ""
	}
	strength := engine.Strength(s.Seats[side].Strength())
	report := e.Play(s.Game, strength, uint64(s.Seed()), engine.Limits{Nodes: max(search.Nodes, 1)})
	return search.Engine, report.Lines[0].Moves[0].String(), played.String()
}

package projections

import (
	"cmp"
	"slices"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

// Heard is an event that the model has folded.
type Heard struct {
	eventstore.Recorded
	// Game is the game as of this event or, where several were folded at once,
	// of a later one; nil for an event of another kind of stream and for one of
	// a damaged game.
	Game *journal.Game
}

// Listen has the follower tell somebody of everything that it folds from now
// on, in the order of the store. The listener must be set before Run, and must
// be quick: lists wait for it.
func (m *Model) Listen(listener func([]Heard)) { m.listener = listener }

// tell passes a committed batch on to the listener.
func (m *Model) tell(b *batch, changes []change) {
	if m.listener == nil {
		return
	}
	heard := make([]Heard, 0, b.events)
	for i, s := range b.streams {
		var g *journal.Game
		if c := changes[i].game; c != nil {
			g = c.folded
		}
		for _, r := range s.events {
			heard = append(heard, Heard{r, g})
		}
	}
	slices.SortFunc(heard, func(a, b Heard) int { return cmp.Compare(a.Position, b.Position) })
	m.listener(heard)
}

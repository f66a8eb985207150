package projections

import (
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
// be quick: lists wait for it. The slice is its own during the call only, since its
// memory is used again; what is in it may be kept.
func (m *Model) Listen(listener func([]Heard)) { m.listener = listener }

// tell passes a committed batch on to the listener, but for what it was told
// before the file was built anew.
func (m *Model) tell(b *batch, changes []change) {
	if m.listener == nil {
		return
	}
	for i := range b.streams {
		if c := changes[i].game; c != nil {
			for _, place := range b.streams[i].places {
				b.events[place].Game = c.folded
			}
		}
	}
	if unheard := b.after(m.waits.now()); len(unheard) > 0 {
		m.listener(unheard)
	}
}

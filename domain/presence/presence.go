// Package presence is the aggregate of a player's connections. Nodes record
// departures and returns of the players whose streams they hold, so that any
// node can decide a claim.
package presence

import "github.com/janggid/janggid/domain/game"

// Event is something that happened to a player's connections.
type Event interface {
	// EventType is the name under which the event is stored.
	EventType() string
	event()
}

// WentAway says that no stream of a player's was open for a while. One after
// another corrects it: a later stream ended on another node.
type WentAway struct {
	Since game.Instant `json:"since"` // when the last one ended
}

// CameBack says that a player opened a stream after an absence, or for the
// first time.
type CameBack struct{}

func (WentAway) EventType() string { return "PlayerWentAway" }
func (CameBack) EventType() string { return "PlayerCameBack" }

func (WentAway) event() {}
func (CameBack) event() {}

// State is the state folded from a player's presence events. The zero value is
// a player without records.
type State struct {
	Away  bool
	Since game.Instant // when the player's last recorded stream ended; meaningful when Away
	There bool         // had a stream, and no node saw the last one end
}

// Known reports whether the store says anything of the player.
func (s State) Known() bool { return s.Away || s.There }

// Apply folds an event into the state.
func (s *State) Apply(e Event) {
	switch e := e.(type) {
	case WentAway:
		*s = State{Away: true, Since: e.Since}
	case CameBack:
		*s = State{There: true}
	}
}

// Leave decides that the last stream on a node ended at an instant. Of several
// nodes the one with the latest end is right.
func (s State) Leave(since game.Instant) []Event {
	if s.Away && since <= s.Since {
		return nil
	}
	return []Event{WentAway{Since: since}}
}

// Return decides that a player has a stream.
func (s State) Return() []Event {
	if s.There {
		return nil
	}
	return []Event{CameBack{}}
}

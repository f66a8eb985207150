// Package pairing is the aggregate of a waiting line: players who want the same
// game and have nobody to play it with. It is pure: time, ids and chance come in
// as data.
package pairing

import (
	"slices"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// WaitMS is how long a wish stands unless it is renewed: whoever vanishes without
// a word is out of the line by then.
const WaitMS = 15_000

// rememberedWishes is how many wishes that came to something are known again.
const rememberedWishes = 10_000

// Event is something that happened in a line.
type Event interface {
	// EventType is the name under which the event is stored.
	EventType() string
}

// Terms are what all players of a line want.
type Terms struct {
	Ruleset     game.Ruleset     `json:"ruleset"`
	TimeControl game.TimeControl `json:"time_control"`
}

// Sought is a player's wish, or its renewal under the same id.
type Sought struct {
	ID     string       `json:"id"`
	Player string       `json:"player"`
	Terms  Terms        `json:"terms"`
	Until  game.Instant `json:"until"` // it lapses then
}

// Withdrawn takes a wish back.
type Withdrawn struct {
	ID string `json:"id"`
}

// Made pairs two wishes: their game, and who plays which side in it.
type Made struct {
	Cho  string `json:"cho"` // id of the wish
	Game string `json:"game"`
	Han  string `json:"han"`
}

func (Sought) EventType() string    { return "PairingSought" }
func (Withdrawn) EventType() string { return "PairingWithdrawn" }
func (Made) EventType() string      { return "PairingMade" }

// Wish is one player's place in the line.
type Wish struct {
	Sought
	Withdrawn bool
	Made      *Made  // nil: not paired
	Opponent  string // id of the other player; "" where their wish is forgotten
}

// Waiting tells whether the wish stands at an instant.
func (w *Wish) Waiting(at game.Instant) bool { return !w.Withdrawn && w.Made == nil && at < w.Until }

// State is a line as its events tell it.
type State struct {
	wishes map[string]*Wish
	order  []string // ids, in the order in which they came
}

// Wish is a wish by its id; nil for none.
func (s *State) Wish(id string) *Wish { return s.wishes[id] }

// WaitingOf is the wish with which a player waits; nil for none.
func (s *State) WaitingOf(player string, at game.Instant) *Wish {
	for _, id := range s.order {
		if w := s.wishes[id]; w.Player == player && w.Waiting(at) {
			return w
		}
	}
	return nil
}

// LastOf is the latest wish of a player that the line remembers; nil for none.
func (s *State) LastOf(player string) *Wish {
	for _, id := range slices.Backward(s.order) {
		if w := s.wishes[id]; w.Player == player {
			return w
		}
	}
	return nil
}

// Evolve folds an event into the line.
func (s *State) Evolve(e Event) {
	switch e := e.(type) {
	case Sought:
		if w := s.wishes[e.ID]; w != nil {
			w.Until = e.Until
			return
		}
		if s.wishes == nil {
			s.wishes = map[string]*Wish{}
		}
		s.wishes[e.ID] = &Wish{Sought: e}
		s.order = append(s.order, e.ID)
		if len(s.order) > rememberedWishes {
			delete(s.wishes, s.order[0])
			s.order = slices.Delete(s.order, 0, 1)
		}
	case Withdrawn:
		if w := s.wishes[e.ID]; w != nil {
			w.Withdrawn = true
		}
	case Made:
		cho, han := s.wishes[e.Cho], s.wishes[e.Han]
		cho.pair(&e, han)
		han.pair(&e, cho)
	}
}

// pair takes note of a wish's opponent. Of the two the older one may be
// forgotten, or have been before the line was read.
func (w *Wish) pair(made *Made, with *Wish) {
	if w == nil {
		return
	}
	w.Made = made
	if with != nil {
		w.Opponent = with.Player
	}
}

// Seek is a player's wish for a game. Where somebody waits they are paired, the
// one who has waited longest first.
type Seek struct {
	ID     string // of the wish; the same again is its renewal
	Player string
	Terms  Terms
	Game   string      // id of the game if it comes to one
	Side   janggi.Side // of this player in it, as lots were drawn
}

// Decide says what a wish comes to at an instant; nothing where the wish has come
// to something already, or has long enough to stand. A player is not paired with
// themselves, whichever of their wishes came first.
func (s *State) Decide(c Seek, at game.Instant) []Event {
	own := s.wishes[c.ID]
	if own != nil && (own.Made != nil || own.Withdrawn) {
		return nil
	}
	var events []Event
	if own == nil || own.Until.Add(-WaitMS/2) < at {
		events = append(events, Sought{ID: c.ID, Player: c.Player, Terms: c.Terms, Until: at.Add(WaitMS)})
	}
	for _, id := range s.order {
		other := s.wishes[id]
		if !other.Waiting(at) || other.Player == c.Player {
			continue
		}
		made := Made{Cho: c.ID, Han: id, Game: c.Game}
		if c.Side == janggi.Han {
			made.Cho, made.Han = id, c.ID
		}
		return append(events, made)
	}
	return events
}

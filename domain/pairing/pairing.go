// Package pairing is the aggregate of a waiting line: players who want the same
// game and have nobody to play it with. It is pure: time, ids and chance come in
// as data.
package pairing

import (
	"slices"

	"github.com/janggid/janggid/domain/game"
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

// Terms are what all players of a line want. The rules are the same for all, the
// name of the preset that they were taken from need not be.
type Terms struct {
	Ruleset     game.Ruleset     `json:"ruleset"`
	TimeControl game.TimeControl `json:"time_control"`
}

// Unnamed are the terms without the name of a preset: what tells a line from
// another.
func (t Terms) Unnamed() Terms {
	t.Ruleset.Preset = ""
	return t
}

// Sought is a player's wish, or its renewal under the same id.
type Sought struct {
	ID     string       `json:"id"`
	Player string       `json:"player"`
	Terms  Terms        `json:"terms"`
	Until  game.Instant `json:"until"` // it lapses then
}

// Repeated is a player's wish for what they wait for already, or have: it has the
// place of the other one in the line.
type Repeated struct {
	ID   string `json:"id"`
	Wish string `json:"wish"` // id of the other
}

// Withdrawn takes a wish back.
type Withdrawn struct {
	HungUp bool   `json:"hung_up,omitempty"` // a node's last client that waited for it hung up; another node may have one
	ID     string `json:"id"`
}

// Made pairs two wishes: their game, and who plays which side in it.
type Made struct {
	Cho  string `json:"cho"` // id of the wish
	Game string `json:"game"`
	Han  string `json:"han"`
}

func (Sought) EventType() string    { return "PairingSought" }
func (Repeated) EventType() string  { return "PairingRepeated" }
func (Withdrawn) EventType() string { return "PairingWithdrawn" }
func (Made) EventType() string      { return "PairingMade" }

// Wish is one player's place in the line.
type Wish struct {
	Sought
	Withdrawn *Withdrawn // nil: not taken back
	Made      *Made      // nil: not paired
	Opponent  string     // id of the other player; "" where their wish is forgotten
}

// Waiting tells whether the wish stands at an instant.
func (w *Wish) Waiting(at game.Instant) bool { return w.open() && at < w.Until }

// open tells whether the wish has come to nothing yet; it may have lapsed.
func (w *Wish) open() bool { return w.Withdrawn == nil && w.Made == nil }

// State is a line as its events tell it.
type State struct {
	wishes map[string]*Wish
	order  []string // ids, in the order in which they came
}

// Wish is a wish by its id, or by that of a repetition; nil for none.
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

// First is the wish of a pair that was in the line before the other; nil where
// either is forgotten.
func (s *State) First(made *Made) *Wish {
	if s.wishes[made.Cho] == nil || s.wishes[made.Han] == nil {
		return nil
	}
	for _, id := range s.order {
		if w := s.wishes[id]; w.ID == made.Cho || w.ID == made.Han {
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
			w.Until, w.Withdrawn = e.Until, nil
			return
		}
		s.remember(e.ID, &Wish{Sought: e})
	case Repeated:
		if w := s.wishes[e.Wish]; w != nil {
			s.remember(e.ID, w)
		}
	case Withdrawn:
		if w := s.wishes[e.ID]; w != nil {
			w.Withdrawn = &e
		}
	case Made:
		cho, han := s.wishes[e.Cho], s.wishes[e.Han]
		cho.pair(&e, han)
		han.pair(&e, cho)
	}
}

// remember puts a wish at the end of the line, under an id.
func (s *State) remember(id string, w *Wish) {
	if s.wishes == nil {
		s.wishes = map[string]*Wish{}
	}
	if s.wishes[id] == nil {
		s.order = append(s.order, id)
	}
	s.wishes[id] = w
	if len(s.order) > rememberedWishes {
		delete(s.wishes, s.order[0])
		s.order = slices.Delete(s.order, 0, 1)
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

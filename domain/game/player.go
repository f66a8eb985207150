package game

import (
	"encoding/json"

	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/player"
)

// PlayerKind tells people from programs.
type PlayerKind string

// Human is a player who sends commands through the API, whoever or whatever
// sits behind it.
const Human PlayerKind = "human"

// Recorded is a player of an imported game of whom only a name is known, and
// that stands in the record's tags. It has no id and can do nothing.
const Recorded PlayerKind = "recorded"

// Computer is a player whose turns this server searches for. Its id says how
// strong it is.
const Computer PlayerKind = "computer"

// Player sits at a board. The zero Player is an empty seat. Events carry ids
// and never names, so that a name can be forgotten without touching a game.
type Player struct {
	ID   string     `json:"id,omitempty"` // "" for a Recorded player only
	Kind PlayerKind `json:"kind"`
	Name string     `json:"-"` // of a Recorded player, as the record has it
}

// seated is the player with an id.
func seated(id string) *Player {
	kind := Human
	if _, computer := player.ComputerStrength(id); computer {
		kind = Computer
	}
	return &Player{ID: id, Kind: kind}
}

// Strength is a computer's strength, player.WeakestComputer to
// player.StrongestComputer; 0 for other players.
func (p Player) Strength() int {
	if p.Kind != Computer {
		return 0
	}
	strength, _ := player.ComputerStrength(p.ID)
	return strength
}

// MarshalJSON writes a computer's strength too, for readers who do not know the
// ids.
func (p Player) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ID       string     `json:"id,omitempty"`
		Kind     PlayerKind `json:"kind"`
		Strength int        `json:"strength,omitempty"`
	}{p.ID, p.Kind, p.Strength()})
}

// Seats holds both sides' players.
type Seats [2]Player

// Empty tells whether nobody sits there.
func (p Player) Empty() bool { return p.ID == "" && p.Kind == "" }

// Full tells whether both seats are taken.
func (s Seats) Full() bool { return !s[janggi.Cho].Empty() && !s[janggi.Han].Empty() }

// Holds tells whether a player sits on either side.
func (s Seats) Holds(player string) bool {
	return player != "" && (s[janggi.Cho].ID == player || s[janggi.Han].ID == player)
}

// SoloGame tells whether one player plays both sides.
func (s Seats) SoloGame() bool {
	return s.Full() && s[janggi.Cho].ID == s[janggi.Han].ID && s[janggi.Cho].ID != ""
}

// SideOf is the side that a player sits on; false for a stranger and for
// somebody who plays both sides.
func (s Seats) SideOf(player string) (janggi.Side, bool) {
	switch {
	case !s.Holds(player) || s.SoloGame():
		return 0, false
	case s[janggi.Cho].ID == player:
		return janggi.Cho, true
	}
	return janggi.Han, true
}

// AgainstComputer is the side of the only person in a game against a computer;
// false in other games.
func (s Seats) AgainstComputer() (person janggi.Side, ok bool) {
	cho, han := s[janggi.Cho].Kind, s[janggi.Han].Kind
	switch {
	case cho == Human && han == Computer:
		return janggi.Cho, true
	case cho == Computer && han == Human:
		return janggi.Han, true
	}
	return 0, false
}

// BetweenPeople reports whether two people play against each other.
func (s Seats) BetweenPeople() bool { return s.Full() && !s.SoloGame() && !s.HaveComputer() }

// HaveComputer reports whether a computer sits on either side.
func (s Seats) HaveComputer() bool {
	return s[janggi.Cho].Kind == Computer || s[janggi.Han].Kind == Computer
}

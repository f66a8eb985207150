package pairing

import "github.com/janggid/janggid/domain/game"

// Event is something that happened in a pool.
type Event interface {
	// EventType is the name under which the event is stored.
	EventType() string
	event()
}

// Terms are the rules and clocks of a pool. Players may name the same rules by
// different presets.
type Terms struct {
	Ruleset     game.Ruleset     `json:"ruleset"`
	TimeControl game.TimeControl `json:"time_control"`
}

// Unnamed returns the terms without the preset's name. They identify a pool.
func (t Terms) Unnamed() Terms {
	t.Ruleset.Preset = ""
	return t
}

// Sought opens a player's seek, or renews it under the same id.
type Sought struct {
	ID     string       `json:"id"`
	Player string       `json:"player"`
	Terms  Terms        `json:"terms"`
	Until  game.Instant `json:"until"` // when it lapses
}

// Repeated gives a request the seek that its player already has.
type Repeated struct {
	ID   string `json:"id"`
	Seek string `json:"wish"` // id of that seek
}

// Withdrawn closes a seek.
type Withdrawn struct {
	HungUp bool   `json:"hung_up,omitempty"` // the last client waiting for it on a node hung up; another node may have one
	ID     string `json:"id"`
}

// Made pairs two seeks: their game, and which side each plays.
type Made struct {
	Cho  string `json:"cho"` // id of the seek
	Game string `json:"game"`
	Han  string `json:"han"`
}

func (Sought) EventType() string    { return "PairingSought" }
func (Repeated) EventType() string  { return "PairingRepeated" }
func (Withdrawn) EventType() string { return "PairingWithdrawn" }
func (Made) EventType() string      { return "PairingMade" }

func (Sought) event()    {}
func (Repeated) event()  {}
func (Withdrawn) event() {}
func (Made) event()      {}

package view

import "github.com/janggid/janggid/domain/game"

// Profile is a player apart from any game.
type Profile struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Kind     game.PlayerKind `json:"kind,omitempty"`     // `computer`; absent for people
	Strength int             `json:"strength,omitempty"` // of a computer
} // @name Profile

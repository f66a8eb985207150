// Package player is the aggregate of a person or program that plays: a name,
// which can change, behind an id, which cannot.
package player

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/janggid/janggid/domain/visible"
)

// Event is something that happened to a player.
type Event interface {
	// EventType is the name under which the event is stored.
	EventType() string
	event()
}

// Registered is the first event of every player.
type Registered struct {
	Name string `json:"name"`
}

// Renamed replaces the name.
type Renamed struct {
	Name string `json:"name"`
}

func (Registered) EventType() string { return "PlayerRegistered" }
func (Renamed) EventType() string    { return "PlayerRenamed" }

func (Registered) event() {}
func (Renamed) event()    {}

// State is the state folded from a player's events.
type State struct {
	Name string
}

// Evolve folds an event into a state.
func Evolve(s State, e Event) State {
	switch e := e.(type) {
	case Registered:
		s.Name = e.Name
	case Renamed:
		s.Name = e.Name
	}
	return s
}

// MaxNameRunes is the longest name, in characters.
const MaxNameRunes = 40

// ErrInvalidName refuses a name.
var ErrInvalidName = errors.New("a name is 1 to 40 visible characters")

// ErrComputerName refuses a name that only computer players have.
var ErrComputerName = errors.New("only computer players have such a name")

// CleanName trims a name and rejects unusable ones. Errors: ErrInvalidName,
// ErrComputerName.
func CleanName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if utf8.RuneCountInString(name) > MaxNameRunes || !visible.Line(name) {
		return "", ErrInvalidName
	}
	if namesComputer(name) {
		return "", ErrComputerName
	}
	return name, nil
}

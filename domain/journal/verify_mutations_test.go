package journal

import (
	"errors"
	"strings"
	"testing"

	"github.com/janggid/janggid/eventstore"
)

// A history in which any value of any event was changed afterwards is found
// out, at the event or, where the value was somebody's choice, at the next.
func TestEveryChangedValueIsFound(t *testing.T) {
	for name, events := range histories(t) {
		mutations(t, events, func(revision int, path string, mutated []eventstore.Recorded) {
			if last := len(mutated) - 1; revision == last && chosen(mutated[last].Type, path) {
				return // until another event tells its hash
			}
			err := verifyEvents(t, mutated)
			d, ok := errors.AsType[*Discrepancy](err)
			if !ok || d.Revision != uint64(revision) && d.Revision != uint64(revision)+1 {
				t.Errorf("%s: %s of %s (%d): %v", name, path, mutated[revision].Type, revision, err)
			}
		})
	}
}

// chosen tells whether a value was somebody's choice, which follows from
// nothing: a history can hold another if all hashes are made anew.
func chosen(eventType, path string) bool {
	switch eventType {
	case "GameCreated":
		return true
	case "PlayerJoined":
		return strings.HasPrefix(path, "player.")
	case "SetupChosen":
		return path == "setup" || path == "engine"
	case "MovePlayed", "HintGiven":
		return path == "move" || strings.HasPrefix(path, "search.")
	case "TurnPassed":
		return strings.HasPrefix(path, "search.")
	case "LabelsSet", "GameRematched":
		return true
	}
	return false
}

func TestEveryDerivedValueIsFoundThoughTheHashesWereMadeAnew(t *testing.T) {
	for name, events := range histories(t) {
		mutations(t, events, func(revision int, path string, mutated []eventstore.Recorded) {
			eventType := mutated[revision].Type
			err := verifyEvents(t, rechained(t, mutated))
			d, ok := errors.AsType[*Discrepancy](err)
			if chosen(eventType, path) {
				return
			}
			if !ok || d.Revision != uint64(revision) {
				t.Errorf("%s: %s of %s (%d): %v", name, path, eventType, revision, err)
			}
		})
	}
}

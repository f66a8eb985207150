package memory_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// A store of one copy is sure at once that something is not there.
func TestSubscribeKnowsThatItIsAnotherStore(t *testing.T) {
	store := memory.New()
	event := eventstore.Event{ID: uuid.New(), Type: "MovePlayed"}
	appended, err := store.Append(t.Context(), "game-1", eventstore.NoStream(), []eventstore.Event{event})
	if err != nil {
		t.Fatal(err)
	}
	other := memory.New()
	mark := eventstore.Mark{Stream: "game-1", ID: event.ID}
	for name, subscription := range map[string]struct {
		after eventstore.Position
		marks []eventstore.Mark
	}{
		"a position beyond the end": {appended.Position, nil},
		"a mark that is not there":  {0, []eventstore.Mark{mark}},
	} {
		var last error
		for _, err := range other.Subscribe(t.Context(), subscription.after, subscription.marks...) {
			last = err
			break
		}
		if !errors.Is(last, eventstore.ErrOtherHistory) {
			t.Errorf("%s: %v, want ErrOtherHistory", name, last)
		}
	}
}

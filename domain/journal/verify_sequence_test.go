package journal

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
)

func TestVerifyFindsEventsThatAreMissingOrTooMany(t *testing.T) {
	all := histories(t)
	tests := []struct {
		name    string
		history string
		change  func([]eventstore.Recorded) []eventstore.Recorded
		at      uint64
		field   string
	}{
		{"no first event", "a time-out", func(e []eventstore.Recorded) []eventstore.Recorded { return e[1:] }, 0, "type"},
		{"the first event twice", "a time-out", func(e []eventstore.Recorded) []eventstore.Recorded {
			again := e[0]
			again.ID = uuid.Must(uuid.NewV7())
			return append([]eventstore.Recorded{e[0], again}, e[1:]...)
		}, 1, "type"},
		{"no end after a mate", "a mate from a custom start", func(e []eventstore.Recorded) []eventstore.Recorded { return e[:len(e)-1] }, 6, "type"},
		{"no end after a time-out", "a time-out", func(e []eventstore.Recorded) []eventstore.Recorded { return e[:len(e)-1] }, 8, "type"},
		{"no start after the setups", "a resignation", func(e []eventstore.Recorded) []eventstore.Recorded { return slices.Delete(slices.Clone(e), 4, 5) }, 4, "type"},
		{"a turn left out", "a resignation", func(e []eventstore.Recorded) []eventstore.Recorded { return slices.Delete(slices.Clone(e), 6, 7) }, 6, "data.move"},
		{"a turn after the end", "a resignation", func(e []eventstore.Recorded) []eventstore.Recorded {
			again := e[6]
			again.ID = uuid.Must(uuid.NewV7())
			return append(slices.Clone(e), again)
		}, 10, "type"},
		{"a second end", "a resignation", func(e []eventstore.Recorded) []eventstore.Recorded {
			again := e[9]
			again.ID = uuid.Must(uuid.NewV7())
			return append(slices.Clone(e), again)
		}, 10, "type"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := verifyEvents(t, rechained(t, tt.change(all[tt.history])))
			d, ok := errors.AsType[*Discrepancy](err)
			if !ok || d.Revision != tt.at || d.Field != tt.field {
				t.Errorf("got %v; want %s at revision %d", err, tt.field, tt.at)
			}
		})
	}
}

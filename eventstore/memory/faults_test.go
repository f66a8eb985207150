package memory_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

func TestInjectedFaults(t *testing.T) {
	event := []eventstore.Event{{ID: uuid.Must(uuid.NewV7()), Type: "MovePlayed"}}
	tests := []struct {
		name   string
		fault  memory.Fault
		stored int
	}{
		{"nothing written", memory.Fault{Err: eventstore.ErrUnavailable}, 0},
		{"answer lost", memory.Fault{Err: eventstore.ErrOutcomeUnknown, Stored: true}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			store := memory.New()
			store.Inject(tt.fault)
			if _, err := store.Append(t.Context(), "game-1", eventstore.NoStream(), event); !errors.Is(err, tt.fault.Err) {
				t.Errorf("append answered %v, want %v", err, tt.fault.Err)
			}
			stored := 0
			for range store.ReadStream(t.Context(), "game-1", 0) {
				stored++
			}
			if stored != tt.stored {
				t.Errorf("%d events stored, want %d", stored, tt.stored)
			}
			if _, err := store.Append(t.Context(), "game-1", eventstore.NoStream(), event); err != nil {
				t.Errorf("the retry: %v", err)
			}
		})
	}
}

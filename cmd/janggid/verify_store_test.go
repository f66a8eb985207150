package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
)

// TestVerifyNamesEveryGameThatDiffers checks a store in which two games of three
// are wrong.
func TestVerifyNamesEveryGameThatDiffers(t *testing.T) {
	data := t.TempDir()
	if said, err := command(t.Context(), "import", "--data", data, sampleFile); err != nil {
		t.Fatal(err, said)
	}
	store, err := sqlite.Open(filepath.Join(data, "events.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	wrong := []string{"0190a000-0000-7000-8000-000000000001", "0190a000-0000-7000-8000-000000000002"}
	for _, id := range wrong {
		event := eventstore.Event{
			ID: uuid.Must(uuid.NewV7()), Type: "PlayerResigned", Data: []byte(`{"side":"cho"}`),
			Metadata: []byte(`{"prev":null,"schema":1,"side":null,"time":"2026-01-02T03:04:05.678Z"}`),
		}
		if _, err := store.Append(t.Context(), "game-"+id, eventstore.NoStream(), []eventstore.Event{event}); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	said, err := command(t.Context(), "verify", "--data", data)
	if err == nil || exitStatus(err) != exitDamaged || !strings.Contains(err.Error(), "2 of 51 streams") {
		t.Errorf("the error is %v, status %d", err, exitStatus(err))
	}
	for _, id := range wrong {
		if !strings.Contains(said, "game-"+id+" revision 0: ") {
			t.Errorf("game %s is not named: %q", id, said)
		}
	}
}

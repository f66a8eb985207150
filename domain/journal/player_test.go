package journal

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

func TestANewPlayerIsReadBack(t *testing.T) {
	store := memory.New()
	p, err := newNode(t, store).Players.Register(t.Context(), "이창호 🐉", t0)
	if err != nil {
		t.Fatal(err)
	}
	read, err := newNode(t, store).Players.Load(t.Context(), p.ID)
	if err != nil || read != p || read.State.Name != "이창호 🐉" {
		t.Errorf("read %+v, %v; want %+v", read, err, p)
	}
}

func TestEnsurePlayer(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	for _, step := range []struct {
		name   string
		events int
	}{{"Ann", 1}, {"Ann", 1}, {"Anna", 2}, {"Anna", 2}, {"Ann", 3}} {
		p, err := n.Players.Ensure(t.Context(), "issuer|17", step.name, t0)
		if err != nil || p.State.Name != step.name {
			t.Fatalf("%+v, %v; want the name %s", p, err, step.name)
		}
		if events := stored(t, store, "player-issuer|17"); len(events) != step.events {
			t.Errorf("as %s: stored %v, want %d events", step.name, typesOf(events), step.events)
		}
		if read, err := n.Players.Load(t.Context(), "issuer|17"); err != nil || read != p {
			t.Errorf("read %+v, %v; want %+v", read, err, p)
		}
	}
}

func TestEnsurePlayerFromManyNodesAtOnce(t *testing.T) {
	store := memory.New()
	var done sync.WaitGroup
	for range 8 {
		n := newNode(t, store)
		done.Go(func() {
			if p, err := n.Players.Ensure(t.Context(), "issuer|17", "Ann", t0); err != nil || p.State.Name != "Ann" {
				t.Errorf("%+v, %v", p, err)
			}
		})
	}
	done.Wait()
	if events := stored(t, store, "player-issuer|17"); len(events) != 1 {
		t.Errorf("stored %v", typesOf(events))
	}
}

func TestPlayersThatAreNot(t *testing.T) {
	n := newNode(t, memory.New())
	if _, err := n.Players.Load(t.Context(), "nobody"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a stranger: %v, want ErrNotFound", err)
	}
	for name, id := range map[string]string{"empty": "", "a space": "a b", "a line break": "a\n", "Hangul": "가", "too long": strings.Repeat("a", 256)} {
		t.Run(name, func(t *testing.T) {
			if ValidPlayerID(id) {
				t.Errorf("%q passes for an id", id)
			}
			if _, err := n.Players.Load(t.Context(), id); !errors.Is(err, ErrNotFound) {
				t.Errorf("read: %v, want ErrNotFound", err)
			}
			if _, err := n.Players.Ensure(t.Context(), id, "Ann", t0); !errors.Is(err, ErrNotFound) {
				t.Errorf("registered: %v, want ErrNotFound", err)
			}
		})
	}
}

func TestADamagedPlayer(t *testing.T) {
	metadata := `{"prev":null,"schema":1,"side":null,"time":"2026-01-02T03:04:05.678Z"}`
	tests := []struct{ name, eventType, data, metadata string }{
		{"an unknown type", "PlayerEnlightened", `{"name":"Ann"}`, metadata},
		{"data that is no JSON", "PlayerRegistered", `{`, metadata},
		{"a rename that is no JSON", "PlayerRenamed", `{"name":1}`, metadata},
		{"a schema of the future", "PlayerRegistered", `{"name":"Ann"}`, strings.Replace(metadata, `"schema":1`, `"schema":2`, 1)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			store := memory.New()
			event := eventstore.Event{ID: uuid.Must(uuid.NewV7()), Type: tt.eventType, Data: []byte(tt.data), Metadata: []byte(tt.metadata)}
			if _, err := store.Append(t.Context(), "player-ann", eventstore.NoStream(), []eventstore.Event{event}); err != nil {
				t.Fatal(err)
			}
			if _, err := newNode(t, store).Players.Load(t.Context(), "ann"); !errors.Is(err, ErrDamaged) {
				t.Errorf("got %v, want ErrDamaged", err)
			}
		})
	}
}

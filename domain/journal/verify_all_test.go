package journal

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// busyStore holds two games, two players and streams of somebody else.
func busyStore(t *testing.T) *memory.Store {
	t.Helper()
	store := memory.New()
	n := newNode(t, store)
	one, two := n.playing(), n.playing()
	n.play(one.ID, "a4b4")
	n.play(two.ID, "c4d4")
	n.play(one.ID, "a7b7")
	n.must(two.ID, game.Resign{Player: ben})
	for _, name := range []string{"Ann", "Anna"} {
		if _, err := n.Players.Ensure(t.Context(), ann, name, t0); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := n.Players.Register(t.Context(), "이창호", t0); err != nil {
		t.Fatal(err)
	}
	put(t, store, "somebody-else", "Whatever", "no JSON")
	return store
}

// put appends an event to a stream.
func put(t *testing.T, store *memory.Store, stream, eventType, data string) {
	t.Helper()
	expected := eventstore.NoStream()
	if n := len(stored(t, store, stream)); n > 0 {
		expected = eventstore.Exactly(uint64(n - 1))
	}
	metadata := []byte(`{"prev":null,"schema":1,"side":null,"time":"2026-01-02T03:04:05.678Z"}`)
	event := eventstore.Event{ID: uuid.Must(uuid.NewV7()), Type: eventType, Data: []byte(data), Metadata: metadata}
	if _, err := store.Append(t.Context(), stream, expected, []eventstore.Event{event}); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyAll(t *testing.T) {
	store := busyStore(t)
	head, err := store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var last Verified
	calls := 0
	err = VerifyAll(t.Context(), store, func(v Verified) {
		if v.Position <= last.Position || v.Head != head {
			t.Errorf("progress %+v after %+v, head %d", v, last, head)
		}
		last = v
		calls++
	})
	if err != nil {
		t.Error(err)
	}
	if last.Streams != 6 || calls != 7 { // two games, two rooms, two players; and somebody else's
		t.Errorf("%d streams checked, %d calls", last.Streams, calls)
	}
}

func TestVerifyAllFinds(t *testing.T) {
	tests := []struct {
		name                    string
		stream, eventType, data string // an event too many
		revision                uint64
		field                   string
	}{
		{"a player who registers again", "player-ann", "PlayerRegistered", `{"name":"Ann"}`, 2, "type"},
		{"a player without a beginning", "player-eve", "PlayerRenamed", `{"name":"Eve"}`, 0, "type"},
		{"a player's event that cannot be read", "player-ann", "PlayerRenamed", `{"name":1}`, 2, "data"},
		{"a player's event in another form", "player-ann", "PlayerRenamed", `{"name": "Ann"}`, 2, "data"},
		{"a room without a game", "room-ABCDEF", "RoomReserved", `{"game":"none"}`, 0, "data.game"},
		{"a room's event that cannot be read", "room-ABCDEF", "RoomReserved", `{`, 0, "data"},
		{"a room's event of another type", "room-ABCDEF", "RoomCleaned", `{}`, 0, "data"},
		{"a game without a beginning", "game-0190a000-0000-7000-8000-000000000001", "PlayerResigned", `{"side":"cho"}`, 0, "type"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			store := busyStore(t)
			put(t, store, tt.stream, tt.eventType, tt.data)
			d, ok := errors.AsType[*Discrepancy](VerifyAll(t.Context(), store, nil))
			if !ok || d.Stream != tt.stream || d.Revision != tt.revision || d.Field != tt.field {
				t.Errorf("got %v; want %s of %s revision %d", d, tt.field, tt.stream, tt.revision)
			}
		})
	}
	t.Run("a room reserved twice", func(t *testing.T) {
		store := busyStore(t)
		put(t, store, "room-ABCDEF", "RoomReserved", `{"game":"0190a000-0000-7000-8000-000000000001"}`)
		put(t, store, "room-ABCDEF", "RoomReserved", `{"game":"0190a000-0000-7000-8000-000000000002"}`)
		if d, ok := errors.AsType[*Discrepancy](VerifyAll(t.Context(), store, nil)); !ok || d.Revision != 1 || d.Field != "type" {
			t.Errorf("got %v", d)
		}
	})
}

func TestVerifyAllGoesOnAfterADiscrepancy(t *testing.T) {
	store := busyStore(t)
	put(t, store, "player-ann", "PlayerRenamed", `{"name":1}`)
	put(t, store, "room-ABCDEF", "RoomReserved", `{"game":"none"}`)
	put(t, store, "game-0190a000-0000-7000-8000-000000000001", "PlayerResigned", `{"side":"cho"}`)
	var found []string
	var last Verified
	err := VerifyAll(t.Context(), store, func(v Verified) {
		if v.Discrepancy != nil {
			found = append(found, v.Discrepancy.Stream)
		}
		last = v
	})
	if first, ok := errors.AsType[*Discrepancy](err); !ok || first.Stream != "player-ann" {
		t.Errorf("the error is %v", err)
	}
	want := []string{"player-ann", "room-ABCDEF", "game-0190a000-0000-7000-8000-000000000001"}
	if !slices.Equal(found, want) || last.Different != 3 || last.Streams != 8 {
		t.Errorf("found %v, %+v", found, last)
	}
}

func TestVerifyAllGivesTheStoresErrors(t *testing.T) {
	store := busyStore(t)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := VerifyAll(t.Context(), store, nil); !errors.Is(err, eventstore.ErrClosed) {
		t.Errorf("got %v, want ErrClosed", err)
	}
}

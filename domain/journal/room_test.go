package journal

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/room"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

func TestARoomCodeLeadsToItsGame(t *testing.T) {
	store := memory.New()
	g := newNode(t, store).waiting()
	if normal, ok := room.ParseCode(g.Room); !ok || normal != g.Room {
		t.Fatalf("the code %q is not in its normal form", g.Room)
	}
	for _, typed := range []string{g.Room, strings.ToLower(g.Room)} {
		found, err := newNode(t, store).Room(t.Context(), typed)
		if err != nil {
			t.Fatal(err)
		}
		sameGame(t, found, g)
	}
}

func TestRoomCodesThatLeadNowhere(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	reserve(t, store, "ABCDEF", uuid.NewString()) // whose creation never came to be
	for name, code := range map[string]string{
		"nobody's": "ABCDEG", "of a game that is not": "ABCDEF", "too short": "ABCDE", "too long": "ABCDEFG", "an O": "ABCDEO", "an ı": "ABCDEı", "empty": "",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := n.Room(t.Context(), code); !errors.Is(err, ErrNotFound) {
				t.Errorf("got %v, want ErrNotFound", err)
			}
		})
	}
}

func TestATakenCodeIsPassedOver(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	id := n.keyedID(ann, "k1")
	first := room.Code(n.derive("room code", id, "0"))
	reserve(t, store, first, uuid.NewString())
	result, err := n.Create(t.Context(), create(), creation(ann, "k1", "body"))
	if err != nil || result.Game.Room == first || result.Game.Room == "" {
		t.Fatalf("room %q, %v; %s belongs to another game", result.Game.Room, err, first)
	}
}

func TestACreationThatIsRepeatedMeetsItsOwnReservation(t *testing.T) {
	store := &meddler{Store: memory.New()}
	store.before = func() { // the room is reserved, the game is not made
		if store.appends == 1 {
			store.Inject(unavailable)
		}
	}
	n := newNode(t, store)
	if _, err := n.Create(t.Context(), create(), creation(ann, "k1", "body")); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Fatalf("got %v, want ErrUnavailable", err)
	}
	result, err := n.Create(t.Context(), create(), creation(ann, "k1", "body"))
	if err != nil {
		t.Fatal(err)
	}
	if rooms := roomsIn(t, store.Store); rooms != 1 {
		t.Errorf("%d rooms reserved for %s", rooms, result.Game.ID)
	}
}

func reserve(t *testing.T, store *memory.Store, code, game string) {
	t.Helper()
	data, err := encode(room.Reserved{Game: game})
	if err != nil {
		t.Fatal(err)
	}
	event := eventstore.Event{ID: uuid.Must(uuid.NewV7()), Type: room.Reserved{}.EventType(), Data: data, Metadata: appendMetadata(nil, Metadata{Schema: schemaVersion, Time: t0})}
	if _, err := store.Append(t.Context(), "room-"+code, eventstore.NoStream(), []eventstore.Event{event}); err != nil {
		t.Fatal(err)
	}
}

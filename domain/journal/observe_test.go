package journal

import (
	"errors"
	"testing"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

func TestObserve(t *testing.T) {
	tests := []struct {
		name     string
		known    int   // revision that the node knows of before, -1 for nothing
		observed []int // revisions, one call each
		answers  []int // revision of the game that each call gives
		inCache  int   // revision of the cached game then
	}{
		{"from the first on, in order", -1, []int{0, 1, 2, 3}, []int{0, 1, 2, 3}, 3},
		{"what follows on what is known", 4, []int{5, 6}, []int{5, 6}, 6},
		{"old events change nothing", 6, []int{0, 3, 6}, []int{6, 6, 6}, 6},
		{"a gap is read from the store", 2, []int{5}, []int{10}, 10},
		{"a game that is not known is read from the store", -1, []int{5}, []int{10}, 10},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n, then := played(t)
			id := then[0].ID
			if tt.known >= 0 {
				n.games.storeIfNewer(then[tt.known])
			}
			events := stored(t, n.store, "game-"+id)
			for i, revision := range tt.observed {
				g, err := n.Observe(t.Context(), events[revision])
				if err != nil {
					t.Fatal(err)
				}
				sameGame(t, g, then[tt.answers[i]])
			}
			cached, err := n.Load(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			sameGame(t, cached, then[tt.inCache])
		})
	}
}

func TestObserveSeveralEventsAtOnce(t *testing.T) {
	for known := -1; known <= 10; known++ {
		n, then := played(t)
		if known >= 0 {
			n.games.storeIfNewer(then[known])
		}
		g, err := n.Observe(t.Context(), stored(t, n.store, "game-"+then[0].ID)[3:8]...)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case known < 2: // a gap: the store has it all
			sameGame(t, g, then[10])
		default:
			sameGame(t, g, then[max(known, 7)])
		}
	}
}

func TestAnObservedGameTakesCommands(t *testing.T) {
	n, then := played(t)
	events := stored(t, n.store, "game-"+then[0].ID)
	copied := memory.New()
	for _, r := range events[:7] {
		expected := eventstore.NoStream()
		if r.Revision > 0 {
			expected = eventstore.Exactly(r.Revision - 1)
		}
		if _, err := copied.Append(t.Context(), r.Stream, expected, []eventstore.Event{r.Event}); err != nil {
			t.Fatal(err)
		}
	}
	other := newNode(t, copied)
	if _, err := other.Observe(t.Context(), stored(t, copied, "game-"+then[0].ID)...); err != nil {
		t.Fatal(err)
	}
	other.play(then[0].ID, "pass")
	checkChain(t, stored(t, copied, "game-"+then[0].ID))
}

func TestObserveKnowsOnlyGames(t *testing.T) {
	n := newNode(t, memory.New())
	for _, stream := range []string{"player-ann", "room-ABCDEF", "game-", "somebody else's"} {
		if _, err := n.Observe(t.Context(), eventstore.Recorded{Stream: stream}); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v, want ErrNotFound", stream, err)
		}
	}
}

func TestObserveNeverGivesLessThanWasObserved(t *testing.T) {
	n, then := played(t)
	ahead := stored(t, n.store, "game-"+then[0].ID)[10]
	ahead.Revision = 99
	if g, err := n.Observe(t.Context(), ahead); !errors.Is(err, ErrNotYetVisible) {
		t.Errorf("got %v, %v; want ErrNotYetVisible", g, err)
	}
}

func TestDamagedHistories(t *testing.T) {
	good := func(n node, id string) eventstore.Event {
		events := stored(n.t, n.store, "game-"+id)
		return events[len(events)-1].Event
	}
	tests := []struct {
		name   string
		damage func(*eventstore.Event)
	}{
		{"an unknown type", func(e *eventstore.Event) { e.Type = "GameTeleported" }},
		{"a schema of the future", func(e *eventstore.Event) {
			e.Metadata = []byte(`{"prev":null,"schema":2,"side":null,"time":"2026-01-02T03:04:05.678Z"}`)
		}},
		{"no schema", func(e *eventstore.Event) { e.Metadata = []byte(`{}`) }},
		{"metadata that is no JSON", func(e *eventstore.Event) { e.Metadata = []byte(`{`) }},
		{"data that is no JSON", func(e *eventstore.Event) { e.Data = []byte(`{`) }},
		{"a side that is none", func(e *eventstore.Event) { e.Type, e.Data = "PlayerResigned", []byte(`{"side":"red"}`) }},
		{"a start without a position", func(e *eventstore.Event) {
			e.Data = []byte(`{"clocks":{"cho":{"remaining_ms":0},"han":{"remaining_ms":0}},"fen":"","turn":"cho"}`)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			store := memory.New()
			n := newNode(t, store)
			g := n.playing()
			event := good(n, g.ID)
			event.ID[15]++
			tt.damage(&event)
			if _, err := store.Append(t.Context(), "game-"+g.ID, eventstore.Exactly(g.Revision), []eventstore.Event{event}); err != nil {
				t.Fatal(err)
			}
			if _, err := newNode(t, store).Load(t.Context(), g.ID); !errors.Is(err, ErrDamaged) {
				t.Errorf("got %v, want ErrDamaged", err)
			}
		})
	}
}

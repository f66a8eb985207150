package eventstore_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
	"github.com/janggid/janggid/eventstore/memory"
	"github.com/janggid/janggid/eventstore/sqlite"
)

// stores are the kinds of store, each new and empty.
var stores = map[string]func(t *testing.T) eventstore.Store{
	"memory": func(t *testing.T) eventstore.Store { return memory.New() },
	"sqlite": func(t *testing.T) eventstore.Store {
		store, err := sqlite.Open(filepath.Join(t.TempDir(), "events.db"), sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return store
	},
	"esdb": func(t *testing.T) eventstore.Store {
		server := esdbtest.New(t)
		server.Write("order-1", 3) // another program's
		return openESDB(t, server)
	},
}

func openESDB(t *testing.T, server *esdbtest.Server) eventstore.Store {
	t.Helper()
	store, err := esdb.Open(t.Context(), server.ConnectionString(), esdb.Options{Prefixes: []string{"game-"}})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func opened(t *testing.T, kind string) eventstore.Store {
	t.Helper()
	store := stores[kind](t)
	t.Cleanup(func() { store.Close() })
	return store
}

// write appends batches to streams in turn, some large.
func write(t *testing.T, store eventstore.Store, batches int) {
	t.Helper()
	next := map[string]eventstore.Expectation{}
	for i := range batches {
		stream := fmt.Sprint("game-", i*7%5)
		expected, ok := next[stream]
		if !ok {
			expected = eventstore.NoStream()
		}
		events := make([]eventstore.Event, 1+i%3)
		for j := range events {
			events[j] = eventstore.Event{
				ID: uuid.New(), Type: fmt.Sprint("Type", i%4), Data: fmt.Appendf(nil, `{"n":%d}`, i), Metadata: fmt.Appendf(nil, `{"time":"t%d"}`, j),
			}
		}
		appended, err := store.Append(t.Context(), stream, expected, events)
		if err != nil {
			t.Fatal(err)
		}
		next[stream] = eventstore.Exactly(appended.Revision)
	}
}

// told is everything in a store but the positions, which are each store's own.
func told(t *testing.T, store eventstore.Store) (events []string) {
	t.Helper()
	for r, err := range store.ReadAll(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, fmt.Sprintf("%s %d %s %s %s %s", r.Stream, r.Revision, r.ID, r.Type, r.Data, r.Metadata))
	}
	return events
}

func sameEvents(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d events, want %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("event %d is\n%s\nwant\n%s", i, got[i], want[i])
		}
	}
}

func TestCopyBetweenStoresOfAnyKind(t *testing.T) {
	for from := range stores {
		for to := range stores {
			t.Run(from+" to "+to, func(t *testing.T) {
				a, b := opened(t, from), opened(t, to)
				write(t, a, 60)
				var last eventstore.Copied
				if err := eventstore.Copy(t.Context(), a, b, nil, func(c eventstore.Copied) { last = c }); err != nil {
					t.Fatal(err)
				}
				want := told(t, a)
				sameEvents(t, told(t, b), want)
				if last.Events != uint64(len(want)) || last.Found != 0 || len(last.Gone) > 0 {
					t.Errorf("%+v copied of %d", last, len(want))
				}
				// Again, after the source went on, it catches up.
				extra := eventstore.Event{ID: uuid.New(), Type: "More", Data: []byte(`{}`), Metadata: []byte(`{}`)}
				if _, err := a.Append(t.Context(), "game-new", eventstore.NoStream(), []eventstore.Event{extra}); err != nil {
					t.Fatal(err)
				}
				if err := eventstore.Copy(t.Context(), a, b, nil, func(c eventstore.Copied) { last = c }); err != nil {
					t.Fatal(err)
				}
				if last.Found != uint64(len(want)) || last.Events != last.Found+1 {
					t.Errorf("the second copy found and copied %+v", last)
				}
				sameEvents(t, told(t, b), told(t, a))
			})
		}
	}
}

// TestCopyInterruptedAnywhereGoesOn stops a copy after each number of appends.
func TestCopyInterruptedAnywhereGoesOn(t *testing.T) {
	a := opened(t, "memory")
	write(t, a, 12)
	want := told(t, a)
	finished := false
	for after := 0; !finished; after++ {
		b := opened(t, "memory")
		ctx, cancel := context.WithCancel(t.Context())
		appends := 0
		err := eventstore.Copy(ctx, a, b, nil, func(eventstore.Copied) {
			if appends++; appends > after {
				cancel()
			}
		})
		cancel()
		if finished = len(told(t, b)) == len(want); !finished && !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped after %d appends: %v", after, err)
		}
		if err := eventstore.Copy(t.Context(), a, b, nil, func(eventstore.Copied) {}); err != nil {
			t.Fatalf("going on after %d appends: %v", after, err)
		}
		sameEvents(t, told(t, b), want)
	}
}

func TestCopyGoesOnWhenAnswersAreLost(t *testing.T) {
	a, b := memory.New(), memory.New()
	write(t, a, 10)
	b.Inject(memory.Fault{Err: eventstore.ErrOutcomeUnknown, Stored: true}, memory.Fault{}, memory.Fault{Err: eventstore.ErrOutcomeUnknown})
	if err := eventstore.Copy(t.Context(), a, b, nil, func(eventstore.Copied) {}); err != nil {
		t.Fatal(err)
	}
	sameEvents(t, told(t, b), told(t, a))
}

func TestCopyRefusesADestinationThatHoldsOtherThings(t *testing.T) {
	event := func(data string) []eventstore.Event {
		return []eventstore.Event{{ID: uuid.New(), Type: "Made", Data: []byte(data), Metadata: []byte(`{}`)}}
	}
	tests := []struct {
		name   string
		change func(t *testing.T, a, b eventstore.Store)
	}{
		{"another stream", func(t *testing.T, a, b eventstore.Store) {
			b.Append(t.Context(), "game-x", eventstore.NoStream(), event(`{}`))
		}},
		{"the same stream with other events", func(t *testing.T, a, b eventstore.Store) {
			b.Append(t.Context(), "game-0", eventstore.NoStream(), event(`{}`))
		}},
		{"more than the source", func(t *testing.T, a, b eventstore.Store) {
			if err := eventstore.Copy(t.Context(), a, b, nil, func(eventstore.Copied) {}); err != nil {
				t.Fatal(err)
			}
			b.Append(t.Context(), "game-x", eventstore.NoStream(), event(`{}`))
		}},
		{"an event with other data", func(t *testing.T, a, b eventstore.Store) {
			for r := range a.ReadAll(t.Context(), 0) {
				e := r.Event
				e.Data = []byte(`{"n":1000}`)
				b.Append(t.Context(), r.Stream, eventstore.NoStream(), []eventstore.Event{e})
				break
			}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, b := opened(t, "memory"), opened(t, "memory")
			write(t, a, 4)
			tt.change(t, a, b)
			before := told(t, b)
			if err := eventstore.Copy(t.Context(), a, b, nil, func(eventstore.Copied) {}); !errors.Is(err, eventstore.ErrOther) {
				t.Errorf("Copy = %v, want ErrOther", err)
			}
			sameEvents(t, told(t, b), before)
		})
	}
}

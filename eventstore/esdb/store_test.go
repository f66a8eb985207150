package esdb_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
	"github.com/janggid/janggid/eventstore/storetest"
)

// realServer names the variable that leads the laws to a real server.
const realServer = "JANGGID_TEST_ESDB"

var prefixes = []string{"game-", "player-", "room-"}

func TestLaws(t *testing.T) {
	if connection := os.Getenv(realServer); connection != "" {
		storetest.Run(t, storetest.Harness{Prefixes: prefixes, Open: func(t *testing.T) storetest.Opened {
			return storetest.Opened{Store: open(t, connection), Reopen: reopen(connection)}
		}})
		return
	}
	runLaws(t, func(t *testing.T) *esdbtest.Server { return esdbtest.New(t) })
}

// A server that never tells when a subscriber has caught up gives the same.
func TestLawsBefore2310(t *testing.T) {
	skipVariants(t)
	runLaws(t, func(t *testing.T) *esdbtest.Server { return esdbtest.New(t, esdbtest.Before2310()) })
}

// Nor does it matter whether the server itself knows a retry.
func TestLawsWithoutIdempotence(t *testing.T) {
	skipVariants(t)
	runLaws(t, func(t *testing.T) *esdbtest.Server {
		server := esdbtest.New(t)
		server.SetIdempotence(false)
		return server
	})
}

func skipVariants(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("the laws run once when tests are to be short")
	}
}

func runLaws(t *testing.T, serve func(*testing.T) *esdbtest.Server) {
	storetest.Run(t, storetest.Harness{Prefixes: prefixes, Open: func(t *testing.T) storetest.Opened {
		return opened(t, serve(t))
	}})
}

// opened is a store with other programs' events before and between its own.
func opened(t *testing.T, server *esdbtest.Server) storetest.Opened {
	server.Write("$stats-127.0.0.1", 3)
	server.Write("order-"+uuid.NewString(), 2)
	return storetest.Opened{
		Store:  open(t, server.ConnectionString()),
		Reopen: reopen(server.ConnectionString()),
		Drop: func() {
			server.Write("$ce-game", 1)
			server.DropSubscriptions()
		},
	}
}

func reopen(connection string) func(t *testing.T) eventstore.Store {
	return func(t *testing.T) eventstore.Store { return open(t, connection) }
}

func open(t *testing.T, connection string) *esdb.Store {
	t.Helper()
	return openWith(t, connection, esdb.Options{Prefixes: prefixes})
}

func openWith(t *testing.T, connection string, options esdb.Options) *esdb.Store {
	t.Helper()
	store, err := esdb.Open(t.Context(), connection, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// within bounds a test that waits for what a faulty store never does.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func newEvents(n int) []eventstore.Event {
	events := make([]eventstore.Event, n)
	for i := range events {
		events[i] = eventstore.Event{ID: uuid.Must(uuid.NewV7()), Type: "MovePlayed", Data: []byte(`{"to":"a5"}`), Metadata: []byte(`{}`)}
	}
	return events
}

func newStream() string { return "game-" + uuid.NewString() }

// fill makes a stream of n events.
func fill(t *testing.T, store eventstore.Store, n int) (string, []eventstore.Event) {
	t.Helper()
	stream, events := newStream(), newEvents(n)
	if _, err := store.Append(t.Context(), stream, eventstore.NoStream(), events); err != nil {
		t.Fatal(err)
	}
	return stream, events
}

// ids reads a stream whole.
func ids(t *testing.T, store eventstore.Store, stream string) []uuid.UUID {
	t.Helper()
	var got []uuid.UUID
	for r, err := range store.ReadStream(t.Context(), stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.ID)
	}
	return got
}

package esdb_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// clientGoroutines gives the stacks of goroutines that belong to the client, or to
// this package's subscriptions. The test server's are told apart by their package.
func clientGoroutines() []string {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	var found []string
	for stack := range strings.SplitSeq(string(stacks), "\n\n") {
		if strings.Contains(stack, "Client-Go/v4/esdb.") || strings.Contains(stack, "eventstore/esdb.") ||
			strings.Contains(stack, "transport.(*http2Client)") {
			found = append(found, stack)
		}
	}
	return found
}

func TestCloseLeavesNothingRunning(t *testing.T) {
	server := esdbtest.New(t)
	store := openWith(t, server.ConnectionString(), esdb.Options{Patience: 50 * time.Millisecond})
	stream, _ := fill(t, store, 3)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	level := make(chan struct{}, 100)
	go func() {
		var last error
		for m, err := range store.Subscribe(ctx, 0) {
			last = err
			if m.CaughtUp {
				level <- struct{}{}
			}
		}
		ended <- last
	}()
	<-level
	for range 3 { // connections of all kinds of ends
		server.Stop()
		if _, err := store.Append(t.Context(), stream, eventstore.Exactly(2), newEvents(1)); err == nil {
			t.Fatal("append to a stopped server")
		}
		server.Start()
		ids(t, store, stream)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, eventstore.ErrClosed) {
		t.Errorf("subscription ended with %v", err)
	}
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for late := time.After(30 * time.Second); len(clientGoroutines()) > 0; {
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("still running:\n%s", strings.Join(clientGoroutines(), "\n\n"))
		}
	}
}

// Close does not wait for a consumer who is busy with an event, nor cut short an
// append.
func TestCloseInTheMidstOfThings(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, server.ConnectionString())
	fill(t, store, 3)
	for _, err := range store.Subscribe(within(t), 0) {
		if errors.Is(err, eventstore.ErrClosed) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("the subscription ended without ErrClosed")
}

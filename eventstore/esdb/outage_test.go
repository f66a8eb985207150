package esdb_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

func TestServerDownAtStart(t *testing.T) {
	server := esdbtest.New(t)
	server.Stop()
	store := openWith(t, server.ConnectionString(), esdb.Options{Patience: 50 * time.Millisecond})
	for name, err := range map[string]error{
		"append": func() error {
			_, err := store.Append(within(t), newStream(), eventstore.NoStream(), newEvents(1))
			return err
		}(),
		"read": readError(t, store, newStream(), 0),
		"head": func() error { _, err := store.Head(within(t)); return err }(),
	} {
		if !errors.Is(err, eventstore.ErrUnavailable) {
			t.Errorf("%s: %v, want ErrUnavailable", name, err)
		}
	}
	server.Start()
	fill(t, store, 2)
}

// A client whose discovery failed is dead for good, and calls that waited for it
// with others would never come back.
func TestManyCallsAtOnceSurviveAnOutage(t *testing.T) {
	server := esdbtest.New(t)
	store := openWith(t, server.ConnectionString(), esdb.Options{Prefixes: prefixes, Patience: 30 * time.Second})
	const writers = 32
	for round := range 3 {
		server.Stop()
		var wg sync.WaitGroup
		for range writers {
			wg.Go(func() {
				if _, err := store.Append(within(t), newStream(), eventstore.NoStream(), newEvents(1)); err != nil {
					t.Errorf("round %d: %v", round, err)
				}
			})
			wg.Go(func() {
				if _, err := store.Head(within(t)); err != nil {
					t.Errorf("round %d: %v", round, err)
				}
			})
		}
		server.Start()
		wg.Wait()
	}
}

func TestServerGoesAndReturnsUnderWriters(t *testing.T) {
	server := esdbtest.New(t)
	store := openWith(t, server.ConnectionString(), esdb.Options{Prefixes: prefixes, Patience: 30 * time.Second})
	const writers, each = 4, 30
	var wg sync.WaitGroup
	total := make(chan struct{}, writers*each)
	for range writers {
		stream, events := newStream(), newEvents(each)
		wg.Go(func() {
			for i, e := range events {
				if _, err := store.Append(within(t), stream, at(i), []eventstore.Event{e}); err != nil {
					t.Errorf("append %d: %v", i, err)
					return
				}
				total <- struct{}{}
			}
			if got := ids(t, store, stream); !slices.Equal(got, idsOf(events)) {
				t.Errorf("%d events stored, or not in order", len(got))
			}
		})
	}
	followed := make(chan int, 1)
	wg.Go(func() {
		n := 0
		for m, err := range store.Subscribe(within(t), 0) {
			if err != nil {
				t.Errorf("subscription: %v", err)
				break
			}
			if !m.CaughtUp {
				n++
			}
			if n == writers*each && m.CaughtUp {
				break
			}
		}
		followed <- n
	})
	for range 4 {
		for range writers * each / 6 {
			<-total
		}
		server.Stop()
		server.Start()
	}
	wg.Wait()
	if n := <-followed; n != writers*each {
		t.Errorf("subscriber got %d events, want %d", n, writers*each)
	}
}

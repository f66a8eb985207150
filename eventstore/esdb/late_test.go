package esdb_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// batching is how appends may go: to a server that takes many in one call, or not.
var batching = map[string][]esdbtest.Option{"among others": nil, "alone": {esdbtest.WithoutBatchAppend()}}

// The server drops the retry of an append that is under way. Only a look at the
// stream tells that it was stored.
func TestAppendUnderWayIsFound(t *testing.T) {
	for name, options := range batching {
		for _, fault := range []esdbtest.AppendFault{{Cut: true}, {Err: esdbtest.ErrTimedOut}, {Silent: true}} {
			t.Run(fmt.Sprintf("%s, cut %v, silent %v", name, fault.Cut, fault.Silent), func(t *testing.T) {
				server := esdbtest.New(t, options...)
				store := open(t, server.ConnectionString()+"&defaultDeadline=500")
				stream, first := fill(t, store, 1)
				until := make(chan struct{})
				fault.Until = until
				server.InjectAppends(fault)
				events := newEvents(2)
				answered := make(chan error, 1)
				go func() {
					appended, err := store.Append(within(t), stream, eventstore.Exactly(0), events)
					if err == nil && (appended.Revision != 2 || appended.Position == 0) {
						err = fmt.Errorf("answered %+v", appended)
					}
					answered <- err
				}()
				server.AwaitUnderWay(t)
				close(until)
				if err := <-answered; err != nil {
					t.Error(err)
				}
				if got, want := ids(t, store, stream), idsOf(append(first, events...)); !slices.Equal(got, want) {
					t.Errorf("stored %v, want %v", got, want)
				}
			})
		}
	}
}

// A look decides while the answer is still awaited, not when the wait for it ends.
func TestAppendIsLookedForWhileItIsAwaited(t *testing.T) {
	for name, options := range batching {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := esdbtest.New(t, options...)
			store := openWith(t, server.ConnectionString()+"&defaultDeadline=2500", esdb.Options{Prefixes: prefixes})
			stream, _ := fill(t, store, 1)
			server.InjectAppends(esdbtest.AppendFault{Stored: true, Silent: true})
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			if appended, err := store.Append(ctx, stream, eventstore.Exactly(0), newEvents(1)); err != nil || appended.Revision != 1 {
				t.Errorf("append: %+v, %v", appended, err)
			}
		})
	}
}

// What stands in the stream decides only if it is all of the append, or another
// writer's event in its first place.
func TestLookDecidesNothingByHalf(t *testing.T) {
	for name, options := range batching {
		t.Run(name, func(t *testing.T) {
			server := esdbtest.New(t, options...)
			store := openWith(t, hasty(server), esdb.Options{Prefixes: prefixes, Patience: 200 * time.Millisecond})
			events := newEvents(3)
			stream := newStream()
			if _, err := store.Append(within(t), stream, eventstore.NoStream(), events[:1]); err != nil {
				t.Fatal(err)
			}
			server.InjectAppends(slices.Repeat([]esdbtest.AppendFault{{Silent: true}}, 100)...)
			_, err := store.Append(within(t), stream, eventstore.NoStream(), events)
			var conflict *eventstore.ConflictError
			if !errors.Is(err, eventstore.ErrOutcomeUnknown) || errors.As(err, &conflict) {
				t.Errorf("with a beginning of its own events there: %v, want ErrOutcomeUnknown", err)
			}
			server.InjectAppends(slices.Repeat([]esdbtest.AppendFault{{Silent: true}}, 100)...)
			if _, err = store.Append(within(t), stream, eventstore.NoStream(), newEvents(1)); !errors.As(err, &conflict) || conflict.Actual != eventstore.Exactly(0) {
				t.Errorf("with another writer's event there: %v, want a conflict", err)
			}
		})
	}
}

// The law of late answers: whenever they come, each append is stored once and
// answered as stored, or it is a true conflict.
func TestLateAnswers(t *testing.T) {
	most, settings := 3*time.Second, ""
	if testing.Short() {
		most, settings = 300*time.Millisecond, "&defaultDeadline=500"
	}
	for name, options := range batching {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := esdbtest.New(t, options...)
			store := openWith(t, server.ConnectionString()+settings, esdb.Options{Prefixes: prefixes, Patience: 30 * time.Second})
			server.SetLateness(most)
			var wg sync.WaitGroup
			for range 40 {
				stream, events := newStream(), newEvents(4)
				wg.Go(func() {
					for i := 0; i < len(events); i += 2 {
						if appended, err := store.Append(within(t), stream, at(i), events[i:i+2]); err != nil || appended.Revision != uint64(i+1) {
							t.Errorf("append at %d: %+v, %v", i, appended, err)
							return
						}
					}
					if got := ids(t, store, stream); !slices.Equal(got, idsOf(events)) {
						t.Errorf("stored %v, want %v", got, idsOf(events))
					}
				})
			}
			for range 10 {
				stream := newStream()
				wg.Go(func() { contend(t, store, stream) })
			}
			wg.Wait()
		})
	}
}

// contend lets writers race for a stream whose answers are late. One wins.
func contend(t *testing.T, store *esdb.Store, stream string) {
	const writers = 3
	errs := make([]error, writers)
	events := make([][]eventstore.Event, writers)
	var wg sync.WaitGroup
	for w := range writers {
		events[w] = newEvents(2)
		wg.Go(func() { _, errs[w] = store.Append(within(t), stream, eventstore.NoStream(), events[w]) })
	}
	wg.Wait()
	var winner []uuid.UUID
	for w, err := range errs {
		var conflict *eventstore.ConflictError
		if err == nil {
			winner = append(winner, idsOf(events[w])...)
		} else if !errors.As(err, &conflict) {
			t.Errorf("writer %d: %v", w, err)
		}
	}
	if got := ids(t, store, stream); !slices.Equal(got, winner) {
		t.Errorf("stored %v, answered as stored %v", got, winner)
	}
}

// An answer that comes when its append has been decided changes nothing.
func TestAnswerAfterALookIsIgnored(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, server.ConnectionString()+"&defaultDeadline=500")
	stream, first := fill(t, store, 1)
	events := newEvents(3)
	server.InjectAppends(esdbtest.AppendFault{AnswerLate: 200 * time.Millisecond})
	for i := range events {
		if _, err := store.Append(within(t), stream, at(i+1), events[i:i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if got := ids(t, store, stream); !slices.Equal(got, idsOf(append(first, events...))) {
		t.Errorf("stored %v", got)
	}
}

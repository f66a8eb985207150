package esdb_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// hasty makes calls that get no answer fail soon.
func hasty(server *esdbtest.Server) string { return server.ConnectionString() + "&defaultDeadline=100" }

func idsOf(events []eventstore.Event) []uuid.UUID {
	ids := make([]uuid.UUID, len(events))
	for i, e := range events {
		ids[i] = e.ID
	}
	return ids
}

func TestAppendSurvivesFault(t *testing.T) {
	tests := []struct {
		name   string
		faults []esdbtest.AppendFault
		reads  []esdbtest.ReadFault
	}{
		{name: "answer lost in a time-out of the cluster", faults: []esdbtest.AppendFault{{Stored: true, Err: esdbtest.ErrTimedOut}}},
		{name: "answer never sent", faults: []esdbtest.AppendFault{{Stored: true, Silent: true}}},
		{name: "connection lost after storing", faults: []esdbtest.AppendFault{{Stored: true, Cut: true}}},
		{name: "connection lost before storing", faults: []esdbtest.AppendFault{{Cut: true}}},
		{name: "server busy", faults: []esdbtest.AppendFault{{Err: esdbtest.ErrTooBusy}, {Err: esdbtest.ErrNotReady}}},
		{name: "no leader for a while", faults: []esdbtest.AppendFault{{Err: esdbtest.ErrNoLeader}, {Err: esdbtest.ErrNoLeader}}},
		{name: "lost, and lost again", faults: []esdbtest.AppendFault{{Stored: true, Cut: true}, {Stored: true, Err: esdbtest.ErrTimedOut}}},
		{name: "answer lost and the look back too",
			faults: []esdbtest.AppendFault{{Stored: true, Err: esdbtest.ErrTimedOut}},
			reads:  []esdbtest.ReadFault{{Err: esdbtest.ErrNotReady}}},
		{name: "answer without a position", faults: []esdbtest.AppendFault{{NoPosition: true}}},
	}
	for _, tt := range tests {
		for _, idempotence := range []bool{true, false} {
			name := tt.name
			if !idempotence {
				name += ", by a server that knows no retry"
			}
			t.Run(name, func(t *testing.T) {
				server := esdbtest.New(t)
				server.SetIdempotence(idempotence)
				store := open(t, hasty(server))
				stream, first := fill(t, store, 2)
				server.InjectAppends(tt.faults...)
				server.InjectReads(tt.reads...)
				events := newEvents(3)
				got, err := store.Append(within(t), stream, eventstore.Exactly(1), events)
				if err != nil {
					t.Fatal(err)
				}
				again, err := store.Append(within(t), stream, eventstore.Exactly(1), events)
				if err != nil || again != got || got.Revision != 4 || got.Position == 0 {
					t.Errorf("answered %+v, and %+v with error %v when asked again", got, again, err)
				}
				if stored, want := ids(t, store, stream), idsOf(append(first, events...)); !slices.Equal(stored, want) {
					t.Errorf("stored %v, want %v", stored, want)
				}
			})
		}
	}
}

func TestAppendGivesUp(t *testing.T) {
	many := func(f esdbtest.AppendFault) []esdbtest.AppendFault {
		return slices.Repeat([]esdbtest.AppendFault{f}, 1000)
	}
	tests := []struct {
		name    string
		faults  []esdbtest.AppendFault
		reads   []esdbtest.ReadFault
		down    bool
		want    error
		wantNot error
	}{
		{name: "the cluster is down", down: true, want: eventstore.ErrUnavailable, wantNot: eventstore.ErrOutcomeUnknown},
		{name: "there is no leader", faults: many(esdbtest.AppendFault{Err: esdbtest.ErrNoLeader}),
			want: eventstore.ErrUnavailable, wantNot: eventstore.ErrOutcomeUnknown},
		{name: "the server is overloaded", faults: many(esdbtest.AppendFault{Err: esdbtest.ErrTooBusy}),
			want: eventstore.ErrUnavailable, wantNot: eventstore.ErrOutcomeUnknown},
		{name: "no answer ever comes", faults: many(esdbtest.AppendFault{Silent: true}),
			want: eventstore.ErrOutcomeUnknown, wantNot: eventstore.ErrUnavailable},
		{name: "stored, and it cannot be read back", faults: many(esdbtest.AppendFault{Stored: true, Err: esdbtest.ErrTimedOut}),
			reads: slices.Repeat([]esdbtest.ReadFault{{Err: esdbtest.ErrNotReady}}, 1000),
			want:  eventstore.ErrOutcomeUnknown, wantNot: eventstore.ErrUnavailable},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := esdbtest.New(t)
			if tt.down {
				server.Stop()
			}
			store := openWith(t, hasty(server), esdb.Options{Patience: 300 * time.Millisecond})
			server.InjectAppends(tt.faults...)
			server.InjectReads(tt.reads...)
			_, err := store.Append(within(t), newStream(), eventstore.NoStream(), newEvents(1))
			if !errors.Is(err, tt.want) || errors.Is(err, tt.wantNot) {
				t.Errorf("append: %v, want %v and not %v", err, tt.want, tt.wantNot)
			}
		})
	}
}

// What another writer put in the place of an unanswered append decides: it can
// never be stored.
func TestAppendUnansweredAndOvertakenConflicts(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, hasty(server))
	stream, _ := fill(t, store, 1)
	server.InjectAppends(esdbtest.AppendFault{Silent: true})
	overtaken := make(chan error, 1)
	go func() {
		_, err := store.Append(context.Background(), stream, eventstore.Exactly(0), newEvents(1))
		overtaken <- err
	}()
	// Until the fault is used up this writer may be the one that it befalls.
	winner, err := store.Append(within(t), stream, eventstore.Exactly(0), newEvents(2))
	loser := <-overtaken
	if err != nil {
		err, loser = loser, err
	} else if winner.Revision != 2 {
		t.Errorf("winner ended at revision %d", winner.Revision)
	}
	var conflict *eventstore.ConflictError
	if err != nil || !errors.As(loser, &conflict) {
		t.Errorf("one append: %v, the other: %v, want a conflict of one", err, loser)
	}
}

// sized are n events of so many bytes of data each.
func sized(n, bytes int) []eventstore.Event {
	events := newEvents(n)
	for i := range events {
		events[i].Data = []byte(`"` + strings.Repeat("x", bytes-2) + `"`)
	}
	return events
}

func TestAppendTooLarge(t *testing.T) {
	for name, tt := range map[string]struct {
		events []eventstore.Event
		limits []esdbtest.Option
	}{
		"one event":                      {events: sized(1, 2<<20)},
		"more than one message may have": {events: sized(1, 17<<20)},
		// The server hangs up in the middle of it, and the client loses the reason.
		"a long batch": {events: sized(4000, 2000)},
		"one event of what other servers let pass": {sized(1, 20<<10), []esdbtest.Option{esdbtest.MaxAppendSize(16 << 10)}},
	} {
		t.Run(name, func(t *testing.T) {
			server := esdbtest.New(t, tt.limits...)
			store := open(t, server.ConnectionString())
			stream := newStream()
			if _, err := store.Append(within(t), stream, eventstore.NoStream(), tt.events); !errors.Is(err, eventstore.ErrTooLarge) {
				t.Errorf("append: %v, want ErrTooLarge", err)
			}
			if stored := ids(t, store, stream); len(stored) > 0 {
				t.Errorf("%d events stored", len(stored))
			}
		})
	}
}

// How much is too much is the server's to say.
func TestAppendOfWhatALargerLimitLetsPass(t *testing.T) {
	server := esdbtest.New(t, esdbtest.MaxAppendSize(4<<20))
	store := open(t, server.ConnectionString())
	for name, events := range map[string][]eventstore.Event{"one event": sized(1, 2<<20), "a long batch": sized(1500, 2000)} {
		if appended, err := store.Append(within(t), newStream(), eventstore.NoStream(), events); err != nil || appended.Revision != uint64(len(events)-1) {
			t.Errorf("%s: %+v, %v", name, appended, err)
		}
	}
}

func TestAppendRefusedIsNotRetried(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, server.ConnectionString())
	server.InjectAppends(esdbtest.AppendFault{Err: esdbtest.ErrDenied})
	stream := newStream()
	_, err := store.Append(within(t), stream, eventstore.NoStream(), newEvents(1))
	if status.Code(err) != codes.PermissionDenied || errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("append: %v, want the server's refusal", err)
	}
	if stored := ids(t, store, stream); len(stored) > 0 {
		t.Error("it was tried again")
	}
}

func TestAppendWhoseCallerLeavesIsUnknown(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, server.ConnectionString())
	server.InjectAppends(esdbtest.AppendFault{Stored: true, Silent: true})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := store.Append(ctx, newStream(), eventstore.NoStream(), newEvents(1))
	if !errors.Is(err, eventstore.ErrOutcomeUnknown) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("append: %v, want ErrOutcomeUnknown by the context's end", err)
	}
}

// No caller waits longer than its context for a cluster that is not there.
func TestAppendWithoutServerHeedsContext(t *testing.T) {
	server := esdbtest.New(t)
	server.Stop()
	store := open(t, server.ConnectionString())
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := store.Append(ctx, newStream(), eventstore.NoStream(), newEvents(1))
	if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, eventstore.ErrOutcomeUnknown) {
		t.Errorf("append: %v, want the context's end", err)
	}
}

package esdb_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// gather takes messages until a subscription that has brought n events is level.
func gather(t *testing.T, store *esdb.Store, after eventstore.Position, n int) (seen []uuid.UUID, last eventstore.Message) {
	t.Helper()
	for m, err := range store.Subscribe(within(t), after) {
		if err != nil {
			t.Fatalf("after %d events: %v", len(seen), err)
		}
		if !m.CaughtUp {
			seen = append(seen, m.ID)
		}
		if m.CaughtUp && len(seen) >= n {
			return seen, m
		}
	}
	t.Fatalf("subscription ended after %d events of %d", len(seen), n)
	return nil, eventstore.Message{}
}

func TestSubscribeEmptyStoreHasCaughtUp(t *testing.T) {
	for name, options := range map[string][]esdbtest.Option{"now": nil, "before 23.10": {esdbtest.Before2310()}} {
		t.Run(name, func(t *testing.T) {
			store := open(t, esdbtest.New(t, options...).ConnectionString())
			if seen, m := gather(t, store, 0, 0); len(seen) != 0 || m.Checked != 0 {
				t.Errorf("got %d events and checked %s", len(seen), m.Checked)
			}
		})
	}
}

// A server that does not tell is asked where the last event stands that is to come,
// since behind it there may be others that give no sign.
func TestSubscribeKnowsOfItselfWhenItHasCaughtUp(t *testing.T) {
	server := esdbtest.New(t, esdbtest.Before2310())
	store := open(t, server.ConnectionString())
	for _, foreign := range []int{0, 1, 1500} {
		_, events := fill(t, store, 2)
		server.Write("order-1", foreign)
		seen, m := gather(t, store, 0, 0)
		if len(seen) < 2 || !slices.Equal(seen[len(seen)-2:], idsOf(events)) {
			t.Errorf("with %d other events behind: caught up after %d events", foreign, len(seen))
		}
		if again, _ := gather(t, store, m.Checked, 0); len(again) > 0 {
			t.Errorf("%d events after what was checked", len(again))
		}
	}
}

// The connection breaks after each number of events, in each way.
func TestSubscribeSurvivesDropAnywhere(t *testing.T) {
	const n = 6
	breaks := map[string]esdbtest.ReadFault{
		"dropped": {Err: esdbtest.ErrNotReady},
		"busy":    {Err: esdbtest.ErrTooBusy},
		"cut":     {Cut: true},
		"unknown": {Unknown: true}, // these two go on
		"again":   {Repeat: true},
	}
	for name, fault := range breaks {
		t.Run(name, func(t *testing.T) {
			server := esdbtest.New(t)
			store := open(t, server.ConnectionString())
			_, events := fill(t, store, n)
			for after := range n + 1 {
				first, second := fault, fault
				first.After, second.After = after, (n-after)/2
				server.InjectSubscriptions(first, second)
				if seen, _ := gather(t, store, 0, n); !slices.Equal(seen, idsOf(events)) {
					t.Errorf("broken after %d and %d events: got %d events, or not in order", after, second.After, len(seen))
				}
			}
		})
	}
}

// What is not ours is not looked at again: checkpoints move the place to resume.
func TestSubscribeResumesAfterForeignEvents(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, server.ConnectionString())
	fill(t, store, 1)
	server.Write("order-1", 2000)
	head, err := store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, m := gather(t, store, 0, 1)
	if m.Checked != head {
		t.Errorf("checked %s, want the head %s", m.Checked, head)
	}

	server.InjectSubscriptions(esdbtest.ReadFault{After: 1}, esdbtest.ReadFault{})
	dropped := false
	for m, err := range store.Subscribe(within(t), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if m.CaughtUp && dropped {
			break
		}
		if m.CaughtUp {
			dropped = true
			server.DropSubscriptions()
		}
	}
	starts := server.SubscribedAfter()
	if last := starts[len(starts)-1]; last < uint64(head) {
		t.Errorf("resumed after %d, want at least %d", last, head)
	}
}

// A checkpoint may be the place where the next event will stand. That event must
// not be skipped, whatever moment the connection is lost at.
func TestSubscribeDeliversEventAtCheckpoint(t *testing.T) {
	for foreign := range 4 {
		t.Run(fmt.Sprint(foreign, " other events"), func(t *testing.T) {
			server := esdbtest.New(t)
			store := open(t, server.ConnectionString())
			server.Write("order-1", foreign)
			var want, seen []uuid.UUID
			for m, err := range store.Subscribe(within(t), 0) {
				if err != nil {
					t.Fatal(err)
				}
				if !m.CaughtUp {
					seen = append(seen, m.ID)
					continue
				}
				if len(want) == 5 {
					break
				}
				if len(seen) < len(want) {
					continue
				}
				server.DropSubscriptions()
				_, events := fill(t, store, 1)
				want = append(want, events[0].ID)
			}
			if !slices.Equal(seen, want[:len(seen)]) || len(seen) < 4 {
				t.Errorf("got %v, want %v", seen, want)
			}
		})
	}
}

// Where checked has got to, reading and subscribing can go on.
func TestCheckedIsAPlaceToGoOnFrom(t *testing.T) {
	for foreign := range 3 {
		server := esdbtest.New(t)
		store := open(t, server.ConnectionString())
		fill(t, store, 2)
		server.Write("order-1", 600*foreign)
		_, m := gather(t, store, 0, 2)
		_, events := fill(t, store, 2)
		var read []uuid.UUID
		for r, err := range store.ReadAll(within(t), m.Checked) {
			if err != nil {
				t.Fatal(err)
			}
			read = append(read, r.ID)
		}
		seen, _ := gather(t, store, m.Checked, 2)
		if !slices.Equal(read, idsOf(events)) || !slices.Equal(seen, idsOf(events)) {
			t.Errorf("read %v and followed %v, want %v", read, seen, idsOf(events))
		}
	}
}

// No patience helps with a position that another store gave.
func TestForeignPositionEndsReaders(t *testing.T) {
	server := esdbtest.New(t)
	store := openWith(t, hasty(server), esdb.Options{Prefixes: prefixes, Patience: 300 * time.Millisecond})
	fill(t, store, 2)
	head, err := store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var read, followed error
	for _, err := range store.ReadAll(within(t), head-1) {
		read = err
	}
	for _, err := range store.Subscribe(within(t), head-1) {
		followed = err
	}
	for name, err := range map[string]error{"ReadAll": read, "Subscribe": followed} {
		if !errors.Is(err, eventstore.ErrOtherHistory) {
			t.Errorf("%s after a position where no event stands: %v, want ErrOtherHistory", name, err)
		}
	}
}

func TestWithoutPrefixesAllButSystemStreamsAreRead(t *testing.T) {
	server := esdbtest.New(t)
	store := openWith(t, server.ConnectionString(), esdb.Options{})
	server.Write("$stats", 2)
	server.Write("order-1", 3)
	fill(t, store, 1)
	read := 0
	for _, err := range store.ReadAll(within(t), 0) {
		if err != nil {
			t.Fatal(err)
		}
		read++
	}
	if seen, _ := gather(t, store, 0, 4); len(seen) != 4 || read != 4 {
		t.Errorf("followed %d and read %d events, want 4", len(seen), read)
	}
}

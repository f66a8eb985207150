package esdb_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// ways are how a connection string may lead to a cluster: by all its nodes, with
// discovery, or by one of them, which tells where the leader is.
var ways = map[string]func(*esdbtest.Cluster) string{
	"all nodes":                    func(c *esdbtest.Cluster) string { return c.ConnectionString() },
	"one node":                     func(c *esdbtest.Cluster) string { return c.Node(1).ConnectionString() },
	"all nodes, prefer a follower": func(c *esdbtest.Cluster) string { return c.ConnectionString() + "&nodePreference=follower" },
	"one node, prefer a follower":  func(c *esdbtest.Cluster) string { return c.Node(1).ConnectionString() + "&nodePreference=follower" },
}

func TestLeaderChanges(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			cluster := esdbtest.NewCluster(t, 3)
			store := open(t, way(cluster))
			stream, events := newStream(), newEvents(6)
			follow := newFollower(t, store, 0)
			for i, e := range events {
				cluster.Elect(i % 3)
				if _, err := store.Append(within(t), stream, at(i), []eventstore.Event{e}); err != nil {
					t.Fatalf("append after election %d: %v", i, err)
				}
				if got := ids(t, store, stream); len(got) != i+1 {
					t.Fatalf("%d events read after %d appends", len(got), i+1)
				}
			}
			follow.sees(idsOf(events))
		})
	}
}

// Whoever was answered finds what he wrote, even where followers lag.
func TestLeaderIsRead(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			cluster := esdbtest.NewCluster(t, 3)
			store := open(t, way(cluster))
			stream, first := fill(t, store, 1)
			cluster.Node(1).SetLag(true)
			cluster.Node(2).SetLag(true)
			second := newEvents(1)
			appended, err := store.Append(within(t), stream, at(1), second)
			if err != nil {
				t.Fatal(err)
			}
			if got := ids(t, store, stream); !slices.Equal(got, idsOf(append(first, second...))) {
				t.Errorf("read %d events of 2", len(got))
			}
			if head, err := store.Head(within(t)); err != nil || head < appended.Position {
				t.Errorf("head is %s (%v) after an append at %s", head, err, appended.Position)
			}
		})
	}
}

func TestLeaderDies(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	store := open(t, cluster.ConnectionString())
	stream, events := newStream(), newEvents(40)
	follow := newFollower(t, store, 0)
	for i, e := range events {
		if i%10 == 5 { // a new leader is found while the old one is down
			dead := i / 10 % 3
			cluster.Node(dead).Stop()
			cluster.Elect((dead + 1) % 3)
			defer cluster.Node(dead).Start()
		}
		if i%10 == 9 {
			cluster.Node(i / 10 % 3).Start()
		}
		if _, err := store.Append(within(t), stream, at(i), []eventstore.Event{e}); err != nil {
			t.Fatalf("append %d: %v", i, err)
		}
	}
	if got := ids(t, store, stream); !slices.Equal(got, idsOf(events)) {
		t.Errorf("%d events stored, or not in order", len(got))
	}
	follow.sees(idsOf(events))
}

// An election takes a while, in which the cluster has no leader.
func TestAppendWaitsForElection(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	store := open(t, cluster.ConnectionString())
	stream, _ := fill(t, store, 1)
	cluster.Elect(-1)
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := store.Append(within(t), stream, at(1), newEvents(1)); err != nil {
			t.Errorf("append during the election: %v", err)
		}
	})
	cluster.Elect(2)
	wg.Wait()
}

// follower gathers what a subscription brings in the background.
type follower struct {
	t    *testing.T
	seen chan uuid.UUID
}

func newFollower(t *testing.T, store *esdb.Store, after eventstore.Position) *follower {
	t.Helper()
	f := &follower{t: t, seen: make(chan uuid.UUID, 1000)}
	ctx := within(t)
	level := make(chan struct{})
	var once sync.Once
	go func() {
		defer close(f.seen)
		for m, err := range store.Subscribe(ctx, after) {
			switch {
			case err != nil:
				return
			case m.CaughtUp:
				once.Do(func() { close(level) })
			default:
				f.seen <- m.ID
			}
		}
	}()
	select {
	case <-level:
	case <-ctx.Done():
		t.Fatal("the subscription never caught up")
	}
	return f
}

// sees fails unless these very events come next.
func (f *follower) sees(want []uuid.UUID) {
	f.t.Helper()
	for i, id := range want {
		if got, ok := <-f.seen; !ok || got != id {
			f.t.Fatalf("event %d of the subscription is %s (%v), want %s", i, got, ok, id)
		}
	}
}

// at is the expectation that a stream of n events meets.
func at(n int) eventstore.Expectation {
	if n == 0 {
		return eventstore.NoStream()
	}
	return eventstore.Exactly(uint64(n) - 1)
}

package esdb_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// A frozen leader keeps its connections, so that nothing but its silence tells of
// it. The new one is found as soon as gossip names it.
func TestFrozenLeaderIsLeft(t *testing.T) {
	for name, following := range map[string]bool{"by a subscriber": true, "by a writer": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cluster := esdbtest.NewCluster(t, 3)
			// A quarter of the usual times: silence is noticed after half a second.
			store := openWith(t, cluster.ConnectionString()+"&defaultDeadline=1250&gossipTimeout=60", esdb.Options{Prefixes: prefixes, Patience: 10 * time.Second})
			stream, first := fill(t, store, 1)
			var f *follower
			if following {
				f = newFollower(t, store, 0)
				f.sees(idsOf(first))
			}
			cluster.Node(0).Freeze()
			cluster.Depose(1)
			began := time.Now()
			second := newEvents(1)
			if _, err := store.Append(within(t), stream, at(1), second); err != nil {
				t.Fatal(err)
			}
			t.Logf("appended %s after the election", time.Since(began))
			if following {
				f.sees(idsOf(second))
				t.Logf("followed %s after the election", time.Since(began))
			}
			// It goes on, takes itself for the leader, and is believed by nobody.
			cluster.Node(0).Thaw()
			cluster.Node(0).CutConnections()
			third := newEvents(1)
			if _, err := store.Append(within(t), stream, at(2), third); err != nil {
				t.Fatal(err)
			}
			if got := ids(t, store, stream); !slices.Equal(got, idsOf(slices.Concat(first, second, third))) {
				t.Errorf("read %d events of 3", len(got))
			}
		})
	}
}

// Silence alone is no reason to go: there is nowhere to go to.
func TestSilentNodeIsKeptWhereThereIsNoOther(t *testing.T) {
	server := esdbtest.New(t)
	store := openWith(t, server.ConnectionString()+"&defaultDeadline=250", esdb.Options{Prefixes: prefixes, Patience: 30 * time.Second})
	f := newFollower(t, store, 0)
	server.Freeze()
	thaw := time.AfterFunc(600*time.Millisecond, server.Thaw) // four probes later
	defer thaw.Stop()
	_, events := fill(t, store, 1)
	f.sees(idsOf(events))
	if n := len(server.SubscribedAfter()); n != 1 {
		t.Errorf("subscribed %d times", n)
	}
}

// A seed that is silent costs no time: all are asked at once.
func TestSilentSeedIsNotWaitedFor(t *testing.T) {
	for silent := range 3 {
		cluster := esdbtest.NewCluster(t, 3)
		cluster.Elect((silent + 1) % 3)
		cluster.Node(silent).Freeze()
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		store := openWith(t, cluster.ConnectionString()+"&gossipTimeout=600", esdb.Options{Prefixes: prefixes, Patience: 20 * time.Second})
		if _, err := store.Append(ctx, newStream(), eventstore.NoStream(), newEvents(1)); err != nil {
			t.Errorf("with node %d silent: %v", silent, err)
		}
	}
}

// The last good leader is asked before all others, which may be silent.
func TestLastLeaderIsTriedFirst(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	store := openWith(t, cluster.ConnectionString()+"&gossipTimeout=600", esdb.Options{Prefixes: prefixes, Patience: 20 * time.Second})
	stream, _ := fill(t, store, 1)
	cluster.Node(1).Freeze()
	cluster.Node(2).Freeze()
	cluster.Node(0).CutConnections()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if _, err := store.Append(ctx, stream, at(1), newEvents(1)); err != nil {
		t.Error(err)
	}
}

// awaitCertainty waits until the store is certain, or not.
func awaitCertainty(t *testing.T, store *esdb.Store, want bool) (losses uint64) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for late := time.After(30 * time.Second); ; {
		losses, certain := store.Certainty()
		if certain == want {
			return losses
		}
		select {
		case <-tick.C:
		case <-late:
			t.Fatalf("certain for 30 s: %v", certain)
		}
	}
}

// After a loss nothing that is read is sure until a majority names the node that
// was read as the leader. A deposed one, found again, is left.
func TestCertaintyIsLostAndRestored(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	store := open(t, cluster.ConnectionString())
	stream, _ := fill(t, store, 1)
	if losses, certain := store.Certainty(); losses != 0 || !certain {
		t.Fatalf("at first: %d losses, certain %v", losses, certain)
	}

	cluster.Depose(1)
	cluster.Node(2).Freeze() // one word against another
	cluster.Node(0).CutConnections()
	ids(t, store, stream)
	awaitCertainty(t, store, false)
	ids(t, store, stream)
	if _, certain := store.Certainty(); certain {
		t.Error("certain without a majority")
	}

	cluster.Node(2).Thaw()
	losses := awaitCertainty(t, store, true)
	if losses == 0 {
		t.Error("no loss was counted")
	}
	if _, err := store.Append(within(t), stream, at(1), newEvents(1)); err != nil {
		t.Error(err)
	}
	if got := ids(t, store, stream); len(got) != 2 {
		t.Errorf("%d events read of 2: from the deposed leader", len(got))
	}
}

// A node behind another address than the one it gives itself is alone with its word.
func TestCertaintyOfASingleNode(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, strings.Replace(server.ConnectionString(), "127.0.0.1", "localhost", 1))
	stream, _ := fill(t, store, 1)
	server.CutConnections()
	ids(t, store, stream)
	if losses := awaitCertainty(t, store, true); losses == 0 {
		t.Error("no loss was counted")
	}
}

package esdbtest_test

import (
	"testing"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// What a killed leader had not replicated is in no log any more: the retry is a
// new write. The leader has to be started twice.
func TestKilledLeaderCutsItsLog(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	old, next := cluster.Node(0), cluster.Node(1)
	never := make(chan struct{})
	defer close(never)
	old.InjectAppends(esdbtest.AppendFault{Until: never})
	lost, deadline := uuid.New(), 50*time.Millisecond
	unanswered := newOnly
	unanswered.Deadline = &deadline
	if _, err := old.Client().AppendToStream(t.Context(), "s", unanswered, proposed(lost)...); code(err) != client.ErrorCodeDeadlineExceeded {
		t.Fatalf("append: %v", err)
	}
	if n := old.UnderWay(); n != 1 {
		t.Fatalf("%d appends are under way", n)
	}
	old.Kill()
	if n := next.UnderWay(); n != 0 {
		t.Errorf("%d appends are under way after the kill", n)
	}
	cluster.Elect(1)
	if _, err := next.Client().AppendToStream(t.Context(), "s", newOnly, proposed(uuid.New())...); err != nil {
		t.Errorf("another append in the place of the lost one: %v", err)
	}
	old.Start()
	if _, alive := leaderBy(t, next); alive != 2 || old.Exits() != 1 {
		t.Errorf("%d nodes are alive and it ended by itself %d times, want 2 and 1", alive, old.Exits())
	}
	old.Start()
	if _, alive := leaderBy(t, next); alive != 3 || old.Exits() != 1 {
		t.Errorf("%d nodes are alive and it ended by itself %d times, want 3 and 1", alive, old.Exits())
	}
	if got := readStream(t, old.Client(), client.ReadStreamOptions{}); len(got) != 1 {
		t.Errorf("it has %v", got)
	}
}

// A killed leader that had replicated everything is started once.
func TestKilledLeaderWithAWholeLog(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	cluster.Node(0).Write("s", 1)
	cluster.Node(0).Kill()
	cluster.Elect(1)
	cluster.Node(0).Start()
	if _, alive := leaderBy(t, cluster.Node(1)); alive != 3 || cluster.Node(0).Exits() != 0 {
		t.Errorf("%d nodes are alive and it ended by itself %d times, want 3 and 0", alive, cluster.Node(0).Exits())
	}
}

package esdbtest_test

import (
	"testing"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// leaderBy is the port of the node that this one names as the leader.
func leaderBy(t *testing.T, server *esdbtest.Server) (port uint32, alive int) {
	t.Helper()
	conn, err := grpc.NewClient(server.Address(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	info, err := gossip.NewGossipClient(conn).Read(t.Context(), &shared.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range info.GetMembers() {
		if m.GetIsAlive() {
			alive++
		}
		if m.GetState() == gossip.MemberInfo_Leader {
			port = m.GetHttpEndPoint().GetPort()
		}
	}
	return port, alive
}

// A deposed leader answers reads for the leader with what it had, and no append.
func TestDeposedLeader(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	old := cluster.Node(0)
	con := old.Client()
	old.Write("s", 1)
	cluster.Depose(1)
	cluster.Node(1).Write("s", 1)
	toLeader := metadata.AppendToOutgoingContext(t.Context(), "requires-leader", "true")
	read, err := con.ReadStream(toLeader, "s", client.ReadStreamOptions{}, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	if _, err := read.Recv(); err != nil {
		t.Error(err)
	}
	if _, err := read.Recv(); err == nil {
		t.Error("it has what was stored after it was deposed")
	}
	deadline := 50 * time.Millisecond
	options := client.AppendToStreamOptions{ExpectedRevision: client.Revision(0), Deadline: &deadline}
	if _, err := con.AppendToStream(toLeader, "s", options, proposed(uuid.New())...); code(err) != client.ErrorCodeDeadlineExceeded {
		t.Errorf("append: %v", err)
	}
	mine, _ := leaderBy(t, old)
	others, _ := leaderBy(t, cluster.Node(2))
	if mine == others {
		t.Error("it names the new leader")
	}
	old.Rejoin()
	if mine, _ := leaderBy(t, old); mine != others {
		t.Error("it does not name the new leader when it has rejoined")
	}
	if got := readStream(t, old.Client(), client.ReadStreamOptions{}); len(got) != 2 {
		t.Errorf("when it has rejoined it has %v", got)
	}
}

// A frozen node takes connections and says nothing, until it goes on.
func TestFrozenNode(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	frozen := cluster.Node(0)
	con := frozen.Client()
	if _, err := con.AppendToStream(t.Context(), "s", newOnly, proposed(uuid.New())...); err != nil {
		t.Fatal(err)
	}
	frozen.Freeze()
	deadline := 50 * time.Millisecond
	next := client.AppendToStreamOptions{ExpectedRevision: client.Revision(0)}
	short := next
	short.Deadline = &deadline
	if _, err := con.AppendToStream(t.Context(), "s", short, proposed(uuid.New())...); code(err) != client.ErrorCodeDeadlineExceeded {
		t.Errorf("append: %v", err)
	}
	if _, alive := leaderBy(t, cluster.Node(1)); alive != 2 {
		t.Errorf("the others take %d nodes for alive", alive)
	}
	frozen.Thaw()
	if _, err := con.AppendToStream(t.Context(), "t", newOnly, proposed(uuid.New())...); err != nil {
		t.Errorf("append when it goes on: %v", err)
	}
}

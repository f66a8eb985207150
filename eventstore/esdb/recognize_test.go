package esdb_test

import (
	"errors"
	"testing"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// Recognize is sure of another event at once, and of a missing one only when a
// leader has said so for two deadlines.
func TestRecognize(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, hasty(server))
	stream, _ := fill(t, store, 2)
	mark, end := marked(t, store, stream)
	other, absent := mark, mark
	other.ID, absent.Revision = uuid.New(), 7
	for name, tt := range map[string]struct {
		upTo  eventstore.Position
		marks []eventstore.Mark
		other bool
		waits bool
	}{
		"this history":           {end, []eventstore.Mark{mark}, false, false},
		"nothing known":          {0, nil, false, false},
		"another event":          {end, []eventstore.Mark{other}, true, false},
		"no event":               {end, []eventstore.Mark{absent}, true, true},
		"an end before the last": {end + 1000, []eventstore.Mark{mark}, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			err := store.Recognize(within(t), tt.upTo, tt.marks)
			if errors.Is(err, eventstore.ErrOtherHistory) != tt.other || !tt.other && err != nil {
				t.Errorf("got %v", err)
			}
			if took := time.Since(began); tt.waits && took < 200*time.Millisecond {
				t.Errorf("sure after %s", took)
			}
		})
	}
}

// What a deposed leader lacks is asked for until the cluster's leader answers,
// however long that takes.
func TestDeposedLeaderIsNoOtherHistory(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	store := open(t, cluster.ConnectionString()+"&defaultDeadline=100&gossipTimeout=60")
	stream, _ := fill(t, store, 2)
	cluster.Depose(1)
	newer := open(t, cluster.Node(1).ConnectionString())
	if _, err := newer.Append(within(t), stream, at(2), newEvents(1)); err != nil {
		t.Fatal(err)
	}
	mark, end := marked(t, newer, stream)
	running := follow(t, store, 0)
	if err := store.Recognize(within(t), end, []eventstore.Mark{mark}); err != nil {
		t.Errorf("beside a deposed leader: %v", err)
	}
	cluster.Node(0).Rejoin()
	for range 3 {
		running.next()
	}
}

// Streams whose first events limits hide are gone, told of or not.
func TestLimitedStreamsAreGone(t *testing.T) {
	limits := map[string]func(*client.StreamMetadata){
		"all have expired":  func(m *client.StreamMetadata) { m.SetMaxAge(time.Hour) },
		"the last is left":  func(m *client.StreamMetadata) { m.SetMaxCount(1) },
		"cut in the middle": func(m *client.StreamMetadata) { m.SetTruncateBefore(2) },
	}
	for name, limit := range limits {
		t.Run(name, func(t *testing.T) {
			server := esdbtest.New(t)
			store := open(t, server.ConnectionString())
			stream, _ := fill(t, store, 4)
			var m client.StreamMetadata
			limit(&m)
			if _, err := server.Client().SetStreamMetadata(t.Context(), stream, client.AppendToStreamOptions{ExpectedRevision: client.Any{}}, m); err != nil {
				t.Fatal(err)
			}
			server.Advance(2 * time.Hour)
			if err := readError(t, store, stream, 0); !errors.Is(err, eventstore.ErrDeleted) {
				t.Errorf("read: %v, want ErrDeleted", err)
			}
		})
	}
}

// An append that a killed leader had not replicated is written again under the
// next one, once.
func TestAppendThroughAKilledLeader(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	store := open(t, cluster.ConnectionString()+"&defaultDeadline=500&gossipTimeout=60")
	stream, _ := fill(t, store, 1)
	never := make(chan struct{})
	defer close(never)
	cluster.Node(0).InjectAppends(esdbtest.AppendFault{Until: never})
	answered := make(chan error, 1)
	events := newEvents(2)
	go func() {
		_, err := store.Append(within(t), stream, at(1), events)
		answered <- err
	}()
	cluster.Node(0).AwaitUnderWay(t)
	cluster.Node(0).Kill()
	cluster.Elect(1)
	if err := <-answered; err != nil {
		t.Fatal(err)
	}
	if got := ids(t, store, stream); len(got) != 3 || got[1] != events[0].ID || got[2] != events[1].ID {
		t.Errorf("stored are %v", got)
	}
}

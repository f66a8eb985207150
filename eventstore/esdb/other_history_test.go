package esdb_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// followed is a subscription in the background, with how it ended.
type followed struct {
	t        *testing.T
	caughtUp chan struct{}
	messages chan eventstore.Message
	ended    chan error
}

func follow(t *testing.T, store *esdb.Store, after eventstore.Position, marks ...eventstore.Mark) *followed {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	f := &followed{t: t, caughtUp: make(chan struct{}, 1000), messages: make(chan eventstore.Message, 1000), ended: make(chan error, 1)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		var last error
		for m, err := range store.Subscribe(ctx, after, marks...) {
			switch last = err; {
			case err != nil:
			case m.CaughtUp:
				f.caughtUp <- struct{}{}
			default:
				f.messages <- m
			}
		}
		f.ended <- last
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return f
}

// catchesUp waits until the subscription is level once more.
func (f *followed) catchesUp() {
	f.t.Helper()
	select {
	case <-f.caughtUp:
	case err := <-f.ended:
		f.t.Fatalf("the subscription ended with %v", err)
	case <-time.After(time.Minute):
		f.t.Fatal("the subscription does not catch up")
	}
}

func (f *followed) end() error {
	f.t.Helper()
	select {
	case err := <-f.ended:
		return err
	case <-time.After(time.Minute):
		f.t.Fatal("the subscription does not end")
		return nil
	}
}

func (f *followed) next() eventstore.Message {
	f.t.Helper()
	select {
	case m := <-f.messages:
		return m
	case err := <-f.ended:
		f.t.Fatalf("the subscription ended with %v", err)
	case <-time.After(time.Minute):
		f.t.Fatal("nothing comes")
	}
	return eventstore.Message{}
}

// marked is the mark of a stream's last event, and where it stands.
func marked(t *testing.T, store *esdb.Store, stream string) (eventstore.Mark, eventstore.Position) {
	t.Helper()
	var last eventstore.Recorded
	for r, err := range store.ReadStream(t.Context(), stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		last = r
	}
	return last.Mark(), last.Position
}

// A restored store ends subscriptions that run, and those that begin where one was
// before, whether it has grown meanwhile or not.
func TestRestoredStoreIsAnotherHistory(t *testing.T) {
	restores := map[string]func(t *testing.T, server *esdbtest.Server, stream string, to eventstore.Position){
		"to a moment before": func(t *testing.T, server *esdbtest.Server, stream string, to eventstore.Position) {
			server.Restore(uint64(to))
		},
		"to nothing": func(t *testing.T, server *esdbtest.Server, stream string, to eventstore.Position) {
			server.Restore(0)
		},
		"and it went on": func(t *testing.T, server *esdbtest.Server, stream string, to eventstore.Position) {
			server.Restore(uint64(to))
			server.Write(stream, 5)
		},
		"and others went on": func(t *testing.T, server *esdbtest.Server, stream string, to eventstore.Position) {
			server.Restore(uint64(to))
			server.Write("order-1", 1)
			server.Write("room-1", 20)
		},
	}
	for name, restore := range restores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := esdbtest.New(t)
			store := open(t, hasty(server))
			stream, _ := fill(t, store, 3)
			_, to := marked(t, store, stream)
			if _, err := store.Append(within(t), stream, at(3), newEvents(4)); err != nil {
				t.Fatal(err)
			}
			mark, after := marked(t, store, stream)
			running := follow(t, store, 0)
			running.catchesUp()
			restore(t, server, stream, to)
			if err := running.end(); !errors.Is(err, eventstore.ErrOtherHistory) {
				t.Errorf("the running subscription ended with %v", err)
			}
			if err := follow(t, store, after, mark).end(); !errors.Is(err, eventstore.ErrOtherHistory) {
				t.Errorf("the next one ended with %v", err)
			}
			anew := follow(t, store, 0)
			anew.catchesUp()
		})
	}
}

// What is not there proves nothing for a while: the node may yet get it.
func TestAbsenceIsNoProofByItself(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	store := open(t, cluster.ConnectionString()+"&defaultDeadline=2000")
	stream, _ := fill(t, store, 2)
	cluster.Node(1).SetLag(true) // so that the new leader does not have what follows
	if _, err := store.Append(within(t), stream, at(2), newEvents(1)); err != nil {
		t.Fatal(err)
	}
	mark, after := marked(t, store, stream)
	cluster.Elect(1)
	f := follow(t, store, after, mark)
	select {
	case err := <-f.ended:
		t.Fatalf("the subscription ended at once: %v", err)
	case <-f.caughtUp:
		t.Fatal("it has caught up with a node that lacks what it has read")
	case <-time.After(200 * time.Millisecond):
	}
	cluster.Node(1).SetLag(false)
	f.catchesUp()
}

// The leader alone is asked: a follower that lags is in no other history.
func TestLaggingFollowerIsNoOtherHistory(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	store := open(t, cluster.ConnectionString()+"&nodePreference=follower&defaultDeadline=100")
	stream, _ := fill(t, store, 1)
	for i := range 2 {
		cluster.Node(i + 1).SetLag(true)
	}
	if _, err := store.Append(within(t), stream, at(1), newEvents(2)); err != nil {
		t.Fatal(err)
	}
	mark, after := marked(t, store, stream)
	f := follow(t, store, after, mark)
	f.catchesUp() // and goes on from there when the follower has what is new
	_, events := fill(t, store, 1)
	for i := range 2 {
		cluster.Node(i + 1).SetLag(false)
	}
	for {
		if m := f.next(); m.ID == events[0].ID {
			return
		}
	}
}

func TestManyDropsAreNoOtherHistory(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, hasty(server))
	fill(t, store, 2)
	f := follow(t, store, 0)
	f.catchesUp()
	for range 100 {
		server.CutConnections()
		stream, events := newStream(), newEvents(1)
		if _, err := store.Append(within(t), stream, eventstore.NoStream(), events); err != nil {
			t.Fatal(err)
		}
		for f.next().ID != events[0].ID {
		}
	}
}

// The mark of a stream that was deleted or cut says nothing; the next is asked.
func TestMarkOfAGoneStreamSaysNothing(t *testing.T) {
	erase := map[string]func(t *testing.T, c *client.Client, stream string) error{
		"deleted": func(t *testing.T, c *client.Client, stream string) error {
			_, err := c.DeleteStream(t.Context(), stream, client.DeleteStreamOptions{ExpectedRevision: client.Any{}})
			return err
		},
		"tombstoned": func(t *testing.T, c *client.Client, stream string) error {
			_, err := c.TombstoneStream(t.Context(), stream, client.TombstoneStreamOptions{ExpectedRevision: client.Any{}})
			return err
		},
		"cut": func(t *testing.T, c *client.Client, stream string) error {
			var metadata client.StreamMetadata
			metadata.SetTruncateBefore(2)
			_, err := c.SetStreamMetadata(t.Context(), stream, client.AppendToStreamOptions{ExpectedRevision: client.Any{}}, metadata)
			return err
		},
	}
	for name, erase := range erase {
		t.Run(name, func(t *testing.T) {
			server := esdbtest.New(t)
			store := open(t, hasty(server))
			stream, _ := fill(t, store, 2)
			older, _ := fill(t, store, 1)
			mark, after := marked(t, store, stream)
			olderMark, _ := marked(t, store, older)
			if err := erase(t, server.Client(), stream); err != nil {
				t.Fatal(err)
			}
			server.Scavenge()
			follow(t, store, after, mark, olderMark).catchesUp()
			olderMark.ID = uuid.New()
			if err := follow(t, store, after, mark, olderMark).end(); !errors.Is(err, eventstore.ErrOtherHistory) {
				t.Errorf("with an older mark of another history: %v", err)
			}
		})
	}
}

// Who follows hears of streams that others delete or cut, and of none but ours.
func TestSubscriberHearsOfGoneStreams(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, server.ConnectionString())
	con := server.Client()
	var streams []string
	for range 4 {
		stream, _ := fill(t, store, 2)
		streams = append(streams, stream)
	}
	server.Write("order-1", 2)
	f := follow(t, store, 0)
	f.catchesUp()
	for range 8 {
		f.next()
	}
	any := client.AppendToStreamOptions{ExpectedRevision: client.Any{}}
	var cut, harmless client.StreamMetadata
	cut.SetMaxCount(1)
	harmless.AddCustomProperty("note", "kept")
	for _, err := range []error{
		second(con.SetStreamMetadata(t.Context(), streams[0], any, harmless)),
		second(con.DeleteStream(t.Context(), "order-1", client.DeleteStreamOptions{ExpectedRevision: client.Any{}})),
		second(con.DeleteStream(t.Context(), streams[1], client.DeleteStreamOptions{ExpectedRevision: client.Any{}})),
		second(con.TombstoneStream(t.Context(), streams[2], client.TombstoneStreamOptions{ExpectedRevision: client.Any{}})),
		second(con.SetStreamMetadata(t.Context(), streams[3], any, cut)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var gone []string
	for range 3 {
		m := f.next()
		if !m.Gone || m.Position == 0 {
			t.Fatalf("got %+v", m)
		}
		gone = append(gone, m.Stream)
	}
	if !slices.Equal(gone, streams[1:]) {
		t.Errorf("heard of %v, want %v", gone, streams[1:])
	}
}

func second[R any](_ R, err error) error { return err }

package esdbtest_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// subscription gives the revisions of the events that a subscription to $all
// brings until it has caught up, and the error by which it ended before that.
func subscription(t *testing.T, c *client.Client, from client.AllPosition) (revisions []uint64, next func() uint64, err error) {
	t.Helper()
	sub, err := c.SubscribeToAll(t.Context(), client.SubscribeToAllOptions{From: from})
	if err != nil {
		return nil, nil, err
	}
	t.Cleanup(func() { sub.Close() })
	for {
		switch item := sub.Recv(); {
		case item.SubscriptionDropped != nil:
			return revisions, nil, item.SubscriptionDropped.Error
		case item.EventAppeared != nil:
			revisions = append(revisions, item.EventAppeared.Event.EventNumber)
		case item.CaughtUp != nil:
			return revisions, func() uint64 {
				for {
					if item := sub.Recv(); item.EventAppeared != nil {
						return item.EventAppeared.Event.EventNumber
					} else if item.SubscriptionDropped != nil {
						t.Fatal(item.SubscriptionDropped.Error)
					}
				}
			}, nil
		}
	}
}

// What the server does with positions that a restored history does not have.
func TestRestoreLeavesPositionsThatAreNotThere(t *testing.T) {
	server := esdbtest.New(t)
	con := server.Client()
	server.Write("s", 4)
	all := readAll(t, con, client.ReadAllOptions{From: client.Start{}})
	server.Restore(all[1].Commit)
	con = server.Client()
	if got := readAll(t, con, client.ReadAllOptions{From: client.Start{}}); !slices.Equal(got, all[:2]) {
		t.Fatalf("restored %v, want %v", got, all[:2])
	}

	t.Run("beyond the end", func(t *testing.T) {
		if got := readAll(t, con, client.ReadAllOptions{From: all[3]}); got != nil {
			t.Errorf("forwards: %v", got)
		}
		if err := readAllError(t, con, client.ReadAllOptions{From: all[3], Direction: client.Backwards}); !says(err, "Unexpected ReadAllResult: Error") {
			t.Errorf("backwards: %v", err)
		}
		before, next, err := subscription(t, con, all[3])
		if err != nil || before != nil {
			t.Fatalf("subscription brought %v, %v before it was caught up", before, err)
		}
		server.Write("s", 1)
		if got := next(); got != 2 {
			t.Errorf("then it brought revision %d, want the new 2 though it stands below", got)
		}
	})
	inside := client.Position{Commit: all[1].Commit + 1, Prepare: all[1].Commit + 1}
	t.Run("inside a record", func(t *testing.T) {
		for _, direction := range []client.Direction{client.Forwards, client.Backwards} {
			if err := readAllError(t, con, client.ReadAllOptions{From: inside, Direction: direction}); !says(err, "Unexpected ReadAllResult: Error") {
				t.Errorf("direction %v: %v", direction, err)
			}
		}
		if _, _, err := subscription(t, con, inside); !says(err, "Exception was thrown by handler") {
			t.Errorf("subscription: %v", err)
		}
	})
	t.Run("where another event starts", func(t *testing.T) {
		got, _, err := subscription(t, con, all[1])
		if err != nil || !slices.Equal(got, []uint64{2}) {
			t.Errorf("subscription brought %v, %v", got, err)
		}
	})
}

func says(err error, words string) bool {
	return err != nil && strings.Contains(err.Error(), words)
}

func TestRestoreEmpties(t *testing.T) {
	server := esdbtest.New(t)
	server.Write("s", 4)
	server.Restore(0)
	con := server.Client()
	if got := readAll(t, con, client.ReadAllOptions{From: client.Start{}}); got != nil {
		t.Errorf("restored %v", got)
	}
	appended, err := con.AppendToStream(t.Context(), "s", client.AppendToStreamOptions{ExpectedRevision: client.NoStream{}}, proposed(uuid.New())...)
	if err != nil || appended.NextExpectedVersion != 0 {
		t.Errorf("append: %+v, %v", appended, err)
	}
}

// Limits hide events from the readers of a stream at once, and from those of
// $all when it is scavenged.
func TestLimitsHideEvents(t *testing.T) {
	limits := map[string]func(m *client.StreamMetadata){
		"$tb":       func(m *client.StreamMetadata) { m.SetTruncateBefore(3) },
		"$maxCount": func(m *client.StreamMetadata) { m.SetMaxCount(2) },
		"$maxAge":   func(m *client.StreamMetadata) { m.SetMaxAge(time.Hour) },
	}
	for name, limit := range limits {
		t.Run(name, func(t *testing.T) {
			server := esdbtest.New(t)
			con := server.Client()
			server.Write("s", 3)
			server.Advance(2 * time.Hour)
			server.Write("s", 2)
			var metadata client.StreamMetadata
			limit(&metadata)
			if _, err := con.SetStreamMetadata(t.Context(), "s", client.AppendToStreamOptions{ExpectedRevision: client.Any{}}, metadata); err != nil {
				t.Fatal(err)
			}
			if got := readStream(t, con, client.ReadStreamOptions{}); !slices.Equal(got, []uint64{3, 4}) {
				t.Errorf("read %v", got)
			}
			if got := ofStream(t, con, "s"); !slices.Equal(got, []uint64{0, 1, 2, 3, 4}) {
				t.Errorf("before the scavenge $all has %v", got)
			}
			server.ScavengePartly("s", 0, 1)
			if got := ofStream(t, con, "s"); !slices.Equal(got, []uint64{2, 3, 4}) {
				t.Errorf("after a part of it $all has %v", got)
			}
			server.Scavenge()
			if got := ofStream(t, con, "s"); !slices.Equal(got, []uint64{3, 4}) {
				t.Errorf("after the scavenge $all has %v", got)
			}
		})
	}
}

func TestDeletedStreamTakesAppends(t *testing.T) {
	for name, expected := range map[string]client.ExpectedRevision{"at the last revision": client.Revision(2), "as no stream": client.NoStream{}} {
		t.Run(name, func(t *testing.T) {
			server := esdbtest.New(t)
			con := server.Client()
			server.Write("s", 3)
			if _, err := con.DeleteStream(t.Context(), "s", client.DeleteStreamOptions{ExpectedRevision: client.Any{}}); err != nil {
				t.Fatal(err)
			}
			if got := ofStream(t, con, "s"); !slices.Equal(got, []uint64{0, 1, 2}) {
				t.Errorf("$all has %v before a scavenge", got)
			}
			again, err := con.AppendToStream(t.Context(), "s", client.AppendToStreamOptions{ExpectedRevision: expected}, proposed(uuid.New())...)
			if err != nil || again.NextExpectedVersion != 3 {
				t.Errorf("append: %+v, %v, want it stored as 3", again, err)
			}
			if got := readStream(t, con, client.ReadStreamOptions{}); !slices.Equal(got, []uint64{3}) {
				t.Errorf("read %v, want 3 alone", got)
			}
			server.Scavenge()
			if got := ofStream(t, con, "s"); !slices.Equal(got, []uint64{3}) {
				t.Errorf("$all has %v after a scavenge", got)
			}
		})
	}
}

// ofStream gives the revisions of a stream's events that $all shows.
func ofStream(t *testing.T, c *client.Client, stream string) (revisions []uint64) {
	t.Helper()
	read, err := c.ReadAll(t.Context(), client.ReadAllOptions{From: client.Start{}}, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	for {
		e, err := read.Recv()
		if err != nil {
			return revisions
		}
		if e.Event.StreamID == stream {
			revisions = append(revisions, e.Event.EventNumber)
		}
	}
}

func readAllError(t *testing.T, c *client.Client, options client.ReadAllOptions) error {
	t.Helper()
	read, err := c.ReadAll(t.Context(), options, 100)
	if err != nil {
		return err
	}
	defer read.Close()
	_, err = read.Recv()
	return err
}

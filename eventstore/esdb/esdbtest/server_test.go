package esdbtest_test

import (
	"errors"
	"io"
	"slices"
	"testing"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"google.golang.org/grpc/metadata"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

func proposed(ids ...uuid.UUID) []client.EventData {
	events := make([]client.EventData, len(ids))
	for i, id := range ids {
		events[i] = client.EventData{EventID: id, EventType: "Written", ContentType: client.ContentTypeJson, Data: []byte(`{}`)}
	}
	return events
}

func code(err error) client.ErrorCode {
	var e *client.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return -1
}

// The rules by which the server tells a retry from a new write, as its
// documentation on optimistic concurrency and idempotence has them.
func TestIdempotence(t *testing.T) {
	a, b, c := uuid.New(), uuid.New(), uuid.New()
	tests := []struct {
		name     string
		expected client.ExpectedRevision
		ids      []uuid.UUID
		last     uint64 // revision of the answer
		length   int    // of the stream afterwards
		conflict bool
	}{
		{"same ids, same expectation", client.NoStream{}, []uuid.UUID{a, b}, 1, 2, false},
		{"the first of them alone", client.NoStream{}, []uuid.UUID{a}, 0, 2, false},
		{"the last of them at its revision", client.Revision(0), []uuid.UUID{b}, 1, 2, false},
		{"same ids, any revision", client.Any{}, []uuid.UUID{a, b}, 1, 2, false},
		{"same ids, expected at the end: stored again", client.Revision(1), []uuid.UUID{a, b}, 3, 4, false},
		{"same ids, expected elsewhere", client.Revision(7), []uuid.UUID{a, b}, 0, 2, true},
		{"other ids", client.NoStream{}, []uuid.UUID{c}, 0, 2, true},
		{"same ids and one more", client.NoStream{}, []uuid.UUID{a, b, c}, 0, 2, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			con := esdbtest.New(t).Client()
			first, err := con.AppendToStream(t.Context(), "s", client.AppendToStreamOptions{ExpectedRevision: client.NoStream{}}, proposed(a, b)...)
			if err != nil {
				t.Fatal(err)
			}
			got, err := con.AppendToStream(t.Context(), "s", client.AppendToStreamOptions{ExpectedRevision: tt.expected}, proposed(tt.ids...)...)
			switch {
			case tt.conflict != (code(err) == client.ErrorCodeWrongExpectedVersion):
				t.Errorf("answered %v", err)
			case err == nil && got.NextExpectedVersion != tt.last:
				t.Errorf("ended at revision %d, want %d", got.NextExpectedVersion, tt.last)
			case err == nil && tt.last == 1 && got.CommitPosition != first.CommitPosition:
				t.Errorf("position %d, first was %d", got.CommitPosition, first.CommitPosition)
			}
			if read := readStream(t, con, client.ReadStreamOptions{}); len(read) != tt.length {
				t.Errorf("%d events, want %d", len(read), tt.length)
			}
		})
	}
}

func TestReadBothWays(t *testing.T) {
	server := esdbtest.New(t)
	con := server.Client()
	server.Write("s", 5)
	server.Write("other", 2)
	for _, tt := range []struct {
		name    string
		options client.ReadStreamOptions
		want    []uint64
	}{
		{"all", client.ReadStreamOptions{}, []uint64{0, 1, 2, 3, 4}},
		{"from a revision", client.ReadStreamOptions{From: client.Revision(3)}, []uint64{3, 4}},
		{"past the end", client.ReadStreamOptions{From: client.Revision(9)}, nil},
		{"backwards", client.ReadStreamOptions{Direction: client.Backwards, From: client.End{}}, []uint64{4, 3, 2, 1, 0}},
		{"backwards from a revision", client.ReadStreamOptions{Direction: client.Backwards, From: client.Revision(1)}, []uint64{1, 0}},
	} {
		if got := readStream(t, con, tt.options); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	all := readAll(t, con, client.ReadAllOptions{From: client.Start{}})
	for i, p := range all {
		if p.Commit != p.Prepare || i > 0 && p.Commit <= all[i-1].Commit+1 {
			t.Errorf("position %d is %+v after %+v", i, p, all[max(i-1, 0)])
		}
	}
	if got := readAll(t, con, client.ReadAllOptions{From: all[2]}); !slices.Equal(got, all[2:]) {
		t.Errorf("forwards the position given is included: %v, want %v", got, all[2:])
	}
	backwards := readAll(t, con, client.ReadAllOptions{Direction: client.Backwards, From: all[2]})
	if !slices.Equal(backwards, []client.Position{all[1], all[0]}) {
		t.Errorf("backwards the position given is excluded: %v", backwards)
	}
}

func TestDeletedStreamBeginsAgainAndTombstonedNever(t *testing.T) {
	server := esdbtest.New(t)
	con := server.Client()
	server.Write("s", 3)
	if _, err := con.DeleteStream(t.Context(), "s", client.DeleteStreamOptions{ExpectedRevision: client.Revision(2)}); err != nil {
		t.Fatal(err)
	}
	if got := readStream(t, con, client.ReadStreamOptions{}); got != nil {
		t.Errorf("deleted: read %v", got)
	}
	again, err := con.AppendToStream(t.Context(), "s", client.AppendToStreamOptions{ExpectedRevision: client.NoStream{}}, proposed(uuid.New())...)
	if err != nil || again.NextExpectedVersion != 3 {
		t.Errorf("deleted: appended %+v, %v", again, err)
	}
	if got := readStream(t, con, client.ReadStreamOptions{}); !slices.Equal(got, []uint64{3}) {
		t.Errorf("begun again: read %v", got)
	}
	if _, err := con.TombstoneStream(t.Context(), "s", client.TombstoneStreamOptions{ExpectedRevision: client.Revision(3)}); err != nil {
		t.Fatal(err)
	}
	_, err = con.AppendToStream(t.Context(), "s", client.AppendToStreamOptions{ExpectedRevision: client.Any{}}, proposed(uuid.New())...)
	if code(err) != client.ErrorCodeStreamDeleted {
		t.Errorf("tombstoned: append answered %v", err)
	}
}

func TestFollowerNamesTheLeader(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 2)
	con := cluster.Node(1).Client()
	plain := client.AppendToStreamOptions{ExpectedRevision: client.Any{}}
	if _, err := con.AppendToStream(t.Context(), "s", plain, proposed(uuid.New())...); err != nil {
		t.Errorf("a follower forwards what may go anywhere: %v", err)
	}
	toLeader := metadata.AppendToOutgoingContext(t.Context(), "requires-leader", "true")
	if _, err := con.AppendToStream(toLeader, "s", plain, proposed(uuid.New())...); code(err) != client.ErrorCodeNotLeader {
		t.Errorf("a follower asked for the leader answered %v", err)
	}
	if _, err := con.AppendToStream(toLeader, "s", plain, proposed(uuid.New())...); err != nil {
		t.Errorf("the client did not get to the leader: %v", err)
	}
}

// readStream gives the revisions read of stream s, nil if it is not found.
func readStream(t *testing.T, c *client.Client, options client.ReadStreamOptions) (revisions []uint64) {
	t.Helper()
	read, err := c.ReadStream(t.Context(), "s", options, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	for {
		e, err := read.Recv()
		if errors.Is(err, io.EOF) || code(err) == client.ErrorCodeResourceNotFound {
			return revisions
		}
		if err != nil {
			t.Fatal(err)
		}
		revisions = append(revisions, e.Event.EventNumber)
	}
}

func readAll(t *testing.T, c *client.Client, options client.ReadAllOptions) (positions []client.Position) {
	t.Helper()
	read, err := c.ReadAll(t.Context(), options, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	for {
		e, err := read.Recv()
		if errors.Is(err, io.EOF) {
			return positions
		}
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, e.Event.Position)
	}
}

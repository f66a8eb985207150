package esdb_test

import (
	"errors"
	"testing"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

func TestDeletedStream(t *testing.T) {
	erasures := map[string]func(*testing.T, *client.Client, string) error{
		"deleted": func(t *testing.T, c *client.Client, stream string) error {
			_, err := c.DeleteStream(t.Context(), stream, client.DeleteStreamOptions{ExpectedRevision: client.Any{}})
			return err
		},
		"tombstoned": func(t *testing.T, c *client.Client, stream string) error {
			_, err := c.TombstoneStream(t.Context(), stream, client.TombstoneStreamOptions{ExpectedRevision: client.Any{}})
			return err
		},
	}
	for name, erase := range erasures {
		t.Run(name, func(t *testing.T) {
			server := esdbtest.New(t)
			store := open(t, server.ConnectionString())
			stream, _ := fill(t, store, 3)
			if err := erase(t, server.Client(), stream); err != nil {
				t.Fatal(err)
			}
			for _, from := range []uint64{0, 2, 7} {
				if err := readError(t, store, stream, from); !errors.Is(err, eventstore.ErrDeleted) {
					t.Errorf("read from %d: %v, want ErrDeleted", from, err)
				}
			}
			for _, expected := range []eventstore.Expectation{eventstore.Exactly(1), eventstore.NoStream()} {
				_, err := store.Append(within(t), stream, expected, newEvents(1))
				if !errors.Is(err, eventstore.ErrDeleted) {
					t.Errorf("append at %s: %v, want ErrDeleted", expected, err)
				}
			}
		})
	}
}

// A tombstone is a record in the stream. Readers of all pass it by.
func TestTombstoneIsNoEvent(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, server.ConnectionString())
	gone, _ := fill(t, store, 1)
	if _, err := server.Client().TombstoneStream(t.Context(), gone, client.TombstoneStreamOptions{ExpectedRevision: client.Any{}}); err != nil {
		t.Fatal(err)
	}
	fill(t, store, 1)
	all := 0
	for r, err := range store.ReadAll(within(t), 0) {
		if err != nil || r.Type != "MovePlayed" {
			t.Errorf("read %s, %v", r.Type, err)
		}
		all++
	}
	followed := 0
	for m, err := range store.Subscribe(within(t), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if m.CaughtUp {
			break
		}
		if m.Gone {
			continue
		}
		if m.Type != "MovePlayed" {
			t.Errorf("subscriber got %s", m.Type)
		}
		followed++
	}
	if all != 2 || followed != 2 {
		t.Errorf("read %d and followed %d events, want 2", all, followed)
	}
}

// A history without its beginning would be folded into something else.
func TestTruncatedStreamIsNotReadFromItsMiddle(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, server.ConnectionString())
	stream, _ := fill(t, store, 5)
	metadata := client.StreamMetadata{}
	metadata.SetTruncateBefore(3)
	if _, err := server.Client().SetStreamMetadata(t.Context(), stream, client.AppendToStreamOptions{ExpectedRevision: client.Any{}}, metadata); err != nil {
		t.Fatal(err)
	}
	if err := readError(t, store, stream, 0); !errors.Is(err, eventstore.ErrDeleted) {
		t.Errorf("read from 0: %v, want ErrDeleted", err)
	}
	if err := readError(t, store, stream, 3); err != nil {
		t.Errorf("read from what is left: %v", err)
	}
}

// readError reads a stream to its end, or to an error.
func readError(t *testing.T, store eventstore.Store, stream string, from uint64) error {
	t.Helper()
	for _, err := range store.ReadStream(within(t), stream, from) {
		if err != nil {
			return err
		}
	}
	return nil
}

package esdb_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// Over a slow link a page of others' large events takes longer than any deadline.
// What came of it counts, and the next is smaller.
func TestReadAllOverASlowLink(t *testing.T) {
	tests := []struct {
		name          string
		events, bytes int
		rate          int
	}{
		{"many large events", 40, 32 << 10, 1 << 20},
		{"one event longer than the deadline", 1, 400 << 10, 1 << 20},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := esdbtest.New(t)
			store := open(t, server.ConnectionString()+"&defaultDeadline=250")
			_, first := fill(t, store, 1)
			server.WriteSized("order-1", tt.events, tt.bytes)
			_, last := fill(t, store, 1)
			server.Throttle(tt.rate)
			var read []uuid.UUID
			for r, err := range store.ReadAll(within(t), 0) {
				if err != nil {
					t.Fatal(err)
				}
				read = append(read, r.ID)
			}
			if want := append(idsOf(first), idsOf(last)...); !slices.Equal(read, want) {
				t.Errorf("read %v, want %v", read, want)
			}
		})
	}
}

// Others' events are fetched too: a page ends when they are large, ours or not.
func TestPagesAreBoundedByAllBytes(t *testing.T) {
	server := esdbtest.New(t)
	store := open(t, server.ConnectionString())
	server.WriteSized("order-1", 40, 256<<10)
	fill(t, store, 1)
	read := 0
	for _, err := range store.ReadAll(within(t), 0) {
		if err != nil {
			t.Fatal(err)
		}
		read++
	}
	if reads := server.Reads(); read != 1 || reads < 5 {
		t.Errorf("%d events of 10 MiB of others' in %d reads, want one of ours in five or more", read, reads)
	}
}

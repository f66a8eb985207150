package sqlite_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
)

// killedBatch is the data of the events that the killed process writes.
type killedBatch struct {
	Batch uuid.UUID `json:"batch"`
	Of    int       `json:"of"`
}

// writeForever appends batches to eight streams and prints the id of each batch
// when it is acknowledged, until the process is killed.
func writeForever(path string) error {
	store, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		return err
	}
	failed := make(chan error)
	for range 8 {
		go func() {
			stream := "game-" + uuid.NewString()
			for next := uint64(0); ; {
				b := killedBatch{Batch: uuid.New(), Of: 1 + rand.IntN(5)}
				data, err := json.Marshal(b)
				if err != nil {
					failed <- err
					return
				}
				events := make([]eventstore.Event, b.Of)
				for i := range events {
					events[i] = eventstore.Event{ID: uuid.Must(uuid.NewV7()), Type: "MovePlayed", Data: data}
				}
				if _, err := store.Append(context.Background(), stream, at(next), events); err != nil {
					failed <- err
					return
				}
				next += uint64(b.Of)
				fmt.Println(b.Batch)
			}
		}()
	}
	return <-failed
}

func TestWhatWasAcknowledgedSurvivesAKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	acknowledged := map[string]bool{}
	for range 3 {
		killWriter(t, path, 150, acknowledged)
		store, err := sqlite.Open(path, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		stored := map[string]int{}
		size := map[string]int{}
		next := map[string]uint64{}
		ids := map[uuid.UUID]bool{}
		for r, err := range store.ReadAll(t.Context(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			var b killedBatch
			if err := json.Unmarshal(r.Data, &b); err != nil {
				t.Fatal(err)
			}
			if r.Revision != next[r.Stream] || ids[r.ID] {
				t.Fatalf("event %s is the stream's %d, want %d, and must be the only one", r.ID, r.Revision, next[r.Stream])
			}
			next[r.Stream]++
			ids[r.ID] = true
			stored[b.Batch.String()]++
			size[b.Batch.String()] = b.Of
		}
		for batch, n := range stored {
			if n != size[batch] {
				t.Errorf("%d events stored of a batch of %d", n, size[batch])
			}
		}
		for batch := range acknowledged {
			if stored[batch] == 0 {
				t.Errorf("batch %s was acknowledged and is lost", batch)
			}
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// killWriter lets a process write and kills it with SIGKILL after some batches.
func killWriter(t *testing.T, path string, after int, acknowledged map[string]bool) {
	t.Helper()
	cmd := child(t, "write", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines, n := bufio.NewScanner(out), 0
	for lines.Scan() {
		// The kill may cut the last line.
		if _, err := uuid.Parse(lines.Text()); err == nil {
			acknowledged[lines.Text()] = true
		}
		if n++; n == after {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait() // it was killed, and says so
	if n < after {
		t.Fatalf("the process ended after %d batches", n)
	}
}

package eventstore_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
	"github.com/janggid/janggid/eventstore/memory"
	"github.com/janggid/janggid/eventstore/sqlite"
)

// BenchmarkCopy copies games that were played side by side, so that no two events
// that follow one another are of one stream: the slowest there is.
func BenchmarkCopy(b *testing.B) {
	const games, events = 50, 2000
	from := memory.New()
	for i := range events {
		expected := eventstore.NoStream()
		if i >= games {
			expected = eventstore.Exactly(uint64(i/games - 1))
		}
		e := eventstore.Event{ID: uuid.Must(uuid.NewV7()), Type: "MovePlayed", Data: make([]byte, 150), Metadata: make([]byte, 200)}
		if _, err := from.Append(b.Context(), fmt.Sprint("game-", i%games), expected, []eventstore.Event{e}); err != nil {
			b.Fatal(err)
		}
	}
	into := map[string]func() (eventstore.Store, error){
		"sqlite": func() (eventstore.Store, error) {
			return sqlite.Open(filepath.Join(b.TempDir(), "events.db"), sqlite.Options{})
		},
		"esdb": func() (eventstore.Store, error) {
			return esdb.Open(b.Context(), esdbtest.New(b).ConnectionString(), esdb.Options{})
		},
	}
	for name, open := range into {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				to, err := open()
				if err != nil {
					b.Fatal(err)
				}
				if err := eventstore.Copy(b.Context(), from, to, nil, func(eventstore.Copied) {}); err != nil {
					b.Fatal(err)
				}
				if err := to.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(events*float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

package sqlite_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
)

const (
	benchWriters = 64
	gameEvents   = 100 // events of a game: its stream's length
)

// benchEvent is a move of about 250 bytes, data and metadata together.
func benchEvent() eventstore.Event {
	id := uuid.Must(uuid.NewV7())
	return eventstore.Event{
		ID:   id,
		Type: "MovePlayed",
		Data: fmt.Appendf(nil, `{"captured":"soldier","check":false,"clocks":{"cho":581234,"han":598001},"from":"a4","ply":42,"to":"a5"}`),
		Metadata: fmt.Appendf(nil, `{"key":"%s","prev":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","side":"cho","time":"2026-01-02T03:04:05.678Z","v":1}`,
			id),
	}
}

// fillGames stores games one after the other, whole games as batches.
func fillGames(b *testing.B, store *sqlite.Store, games int) []string {
	b.Helper()
	streams := make([]string, games)
	for g := range streams {
		streams[g] = "game-" + uuid.Must(uuid.NewV7()).String()
		events := make([]eventstore.Event, gameEvents)
		for i := range events {
			events[i] = benchEvent()
		}
		if _, err := store.Append(b.Context(), streams[g], eventstore.NoStream(), events); err != nil {
			b.Fatal(err)
		}
	}
	return streams
}

// fillPlayed stores games as they are played, 64 at once: no two events that follow
// one another are of the same game.
func fillPlayed(b *testing.B, store *sqlite.Store, games int) []string {
	b.Helper()
	streams := make([]string, games)
	var wg sync.WaitGroup
	for w := range benchWriters {
		wg.Go(func() {
			for g := w; g < games; g += benchWriters {
				streams[g] = "game-" + uuid.Must(uuid.NewV7()).String()
				for i := range uint64(gameEvents) {
					if _, err := store.Append(b.Context(), streams[g], at(i), []eventstore.Event{benchEvent()}); err != nil {
						b.Error(err)
						return
					}
				}
			}
		})
	}
	wg.Wait()
	return streams
}

func at(n uint64) eventstore.Expectation {
	if n == 0 {
		return eventstore.NoStream()
	}
	return eventstore.Exactly(n - 1)
}

// BenchmarkAppend has 64 writers play games, a move each append.
func BenchmarkAppend(b *testing.B) {
	store := open(b, filepath.Join(b.TempDir(), "events.db"))
	fillGames(b, store, 1000)
	benchmarkAppend(b, store)
}

// BenchmarkAppendWhileReading has four readers read whole games besides.
func BenchmarkAppendWhileReading(b *testing.B) {
	store := open(b, filepath.Join(b.TempDir(), "events.db"))
	games := fillGames(b, store, 1000)
	var stop atomic.Bool
	var reads atomic.Int64
	var wg sync.WaitGroup
	for r := range 4 {
		wg.Go(func() {
			for i := r; !stop.Load(); i++ {
				for _, err := range store.ReadStream(b.Context(), games[i%len(games)], 0) {
					if err != nil {
						b.Error(err)
					}
				}
				reads.Add(1)
			}
		})
	}
	benchmarkAppend(b, store)
	stop.Store(true)
	wg.Wait()
	b.ReportMetric(float64(reads.Load())/b.Elapsed().Seconds(), "games-read/s")
}

// BenchmarkAppendToMany has 64 writers play a hundred thousand games, a move in each
// before the second in any.
func BenchmarkAppendToMany(b *testing.B) {
	const games = 1563 * benchWriters // about a hundred thousand
	store := open(b, filepath.Join(b.TempDir(), "events.db"))
	streams := make([]string, games)
	for g := range streams {
		streams[g] = "game-" + uuid.Must(uuid.NewV7()).String()
	}
	play := func(from, to int) {
		var wg sync.WaitGroup
		for w := range benchWriters {
			wg.Go(func() {
				// A writer has its own games, so that each game's moves come in order.
				for i := from + w; i < to; i += benchWriters {
					stream, move := streams[i%games*7919%games], uint64(i/games)
					if _, err := store.Append(b.Context(), stream, at(move), []eventstore.Event{benchEvent()}); err != nil {
						b.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
	}
	play(0, games)
	b.ResetTimer()
	play(games, games+b.N)
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
}

func benchmarkAppend(b *testing.B, store *sqlite.Store) {
	b.Helper()
	took := make([][]time.Duration, benchWriters)
	var left atomic.Int64
	left.Store(int64(b.N))
	var wg sync.WaitGroup
	b.ReportAllocs()
	b.ResetTimer()
	for w := range benchWriters {
		wg.Go(func() {
			stream, next := "", uint64(gameEvents)
			events := make([]eventstore.Event, 1)
			for left.Add(-1) >= 0 {
				if next == gameEvents {
					stream, next = "game-"+uuid.Must(uuid.NewV7()).String(), 0
				}
				events[0] = benchEvent()
				start := time.Now()
				if _, err := store.Append(b.Context(), stream, at(next), events); err != nil {
					b.Error(err)
					return
				}
				took[w] = append(took[w], time.Since(start))
				next++
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	all := slices.Concat(took...)
	slices.Sort(all)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
	b.ReportMetric(float64(all[len(all)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds()), "p99-µs")
}

func BenchmarkReadStream(b *testing.B) {
	for name, fill := range map[string]func(*testing.B, *sqlite.Store, int) []string{"whole": fillGames, "played": fillPlayed} {
		b.Run(name, func(b *testing.B) { benchmarkReadStream(b, fill) })
	}
}

func benchmarkReadStream(b *testing.B, fill func(*testing.B, *sqlite.Store, int) []string) {
	store := open(b, filepath.Join(b.TempDir(), "events.db"))
	games := fill(b, store, 1000)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		n := 0
		for _, err := range store.ReadStream(b.Context(), games[i*7919%len(games)], 0) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != gameEvents {
			b.Fatalf("read %d events", n)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "streams/s")
}

func BenchmarkReadAll(b *testing.B) {
	store := open(b, filepath.Join(b.TempDir(), "events.db"))
	fillPlayed(b, store, 1000)
	b.ReportAllocs()
	b.ResetTimer()
	n := 0
	for range b.N {
		for _, err := range store.ReadAll(b.Context(), 0) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "events/s")
}

package projections

import (
	"context"
	"flag"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
)

var (
	benchGames  = flag.Int("games", 100_000, "games of the larger list of BenchmarkGames")
	benchEvents = flag.Int("events", 200_000, "events in the store of BenchmarkRebuild")
	benchAtOnce = flag.Int("at-once", 256, "games of them that are played at the same time")
)

// BenchmarkRebuild compares folding a store with reading it. The budget is a
// third of the raw rate, so raw-ratio is to be 0.33 or more.
func BenchmarkRebuild(b *testing.B) {
	store := storeOfGames(b, *benchEvents, *benchAtOnce)
	read := func() (events int) {
		for _, err := range store.ReadAll(b.Context(), 0) {
			if err != nil {
				b.Fatal(err)
			}
			events++
		}
		return events
	}
	read() // so that neither finds a cold cache
	for b.Loop() {
		begun := time.Now()
		events := read()
		raw := time.Since(begun)
		begun = time.Now()
		path := filepath.Join(b.TempDir(), "projections.db")
		if err := Rebuild(b.Context(), path, node(store, 1), store, Options{}, func(Rebuilt) {}); err != nil {
			b.Fatal(err)
		}
		rebuilt := time.Since(begun)
		b.ReportMetric(float64(events)/raw.Seconds(), "raw-events/s")
		b.ReportMetric(float64(events)/rebuilt.Seconds(), "events/s")
		b.ReportMetric(raw.Seconds()/rebuilt.Seconds(), "raw-ratio")
	}
}

// storeOfGames is an embedded store with games of 100 turns, all the same but
// for their ids and players.
func storeOfGames(b *testing.B, events, atOnce int) eventstore.Store {
	w := newWorld(b, 1)
	g := w.playing(standard(w.players[0]), w.players[1])
	for ply := range 100 {
		moves := g.State.Game.LegalMoves()
		move := moves[ply*7%max(1, len(moves)-1)]
		g = w.do(g.ID, game.PlayMove{Player: w.players[ply%2], Text: move.String()})
		if g.State.Status == game.Over {
			b.Fatal("the game ended too soon")
		}
	}
	w.do(g.ID, game.Resign{Player: w.players[0]})
	var template []eventstore.Event
	for r, err := range w.store.ReadStream(b.Context(), "game-"+g.ID, 0) {
		if err != nil {
			b.Fatal(err)
		}
		template = append(template, r.Event)
	}

	store, err := sqlite.Open(filepath.Join(b.TempDir(), "events.db"), sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { store.Close() })
	var players sync.WaitGroup
	for n := range atOnce {
		players.Go(func() {
			for range max(1, events/len(template)/atOnce) {
				play(b, store, template, w.players[0], n)
			}
		})
	}
	players.Wait()
	return store
}

// play appends the events of a game to a new stream, one by one.
func play(b *testing.B, store eventstore.Store, template []eventstore.Event, player string, n int) {
	stream := "game-" + uuid.Must(uuid.NewV7()).String()
	expected := eventstore.NoStream()
	for revision, e := range template {
		e.ID = uuid.Must(uuid.NewV7())
		if revision == 0 {
			e.Data = []byte(strings.ReplaceAll(string(e.Data), player, fmt.Sprintf("%s%04d", player[:len(player)-4], n)))
		}
		if _, err := store.Append(b.Context(), stream, expected, []eventstore.Event{e}); err != nil {
			b.Error(err)
			return
		}
		expected = eventstore.Exactly(uint64(revision))
	}
}

// BenchmarkApply follows games that are played at once, on the node on which they are
// played. Its unit is a turn.
func BenchmarkApply(b *testing.B) {
	const games, turnsInBatch = 64, 6
	w := newWorld(b, 1)
	var ids []string
	for range games {
		ids = append(ids, w.playing(standard(w.players[0]), w.players[1]).ID)
	}
	m := w.openOn(w.journal, inFolder(b), Options{})
	w.follow(m)
	from := m.Position()
	for ply := range 10 * turnsInBatch {
		for _, id := range ids {
			g, err := w.journal.Load(b.Context(), id)
			if err != nil {
				b.Fatal(err)
			}
			moves := g.State.Game.LegalMoves()
			w.do(id, game.PlayMove{Player: w.players[ply%2], Text: moves[ply*7%(len(moves)-1)].String()})
		}
	}
	var turns []eventstore.Message
	for r, err := range w.store.ReadAll(b.Context(), from) {
		if err != nil {
			b.Fatal(err)
		}
		turns = append(turns, eventstore.Message{Recorded: r})
	}
	messages := func(context.Context) iter.Seq2[eventstore.Message, error] {
		return func(yield func(eventstore.Message, error) bool) {
			for n := range b.N {
				if !yield(turns[n%len(turns)], nil) || n%(games*turnsInBatch) == 0 && !yield(eventstore.Message{CaughtUp: true}, nil) {
					return
				}
			}
		}
	}
	b.ReportAllocs()
	b.ResetTimer()
	if err := m.follow(b.Context(), messages, func(*batch) {}); err != nil {
		b.Fatal(err)
	}
}

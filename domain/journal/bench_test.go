package journal

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// noStore takes every append and holds nothing, to show what a journal costs
// without its store.
type noStore struct{ eventstore.Store }

func (noStore) Append(_ context.Context, _ string, expected eventstore.Expectation, events []eventstore.Event) (eventstore.Appended, error) {
	return eventstore.Appended{Revision: expected.Next() + uint64(len(events)) - 1}, nil
}

func (noStore) ReadStream(context.Context, string, uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(func(eventstore.Recorded, error) bool) {}
}

// slice is a store of one stream, to show what a fold costs without its store.
type slice struct {
	eventstore.Store
	events []eventstore.Recorded
}

func (s slice) ReadStream(_ context.Context, _ string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for _, r := range s.events[from:] {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// longGame is a random game of that many turns which goes on after them, and
// its moves.
func longGame(t testing.TB, n node, turns int, edits ...func(*Request)) (*Game, []string) {
	t.Helper()
	for seed := uint64(1); ; seed++ {
		rng := rand.New(rand.NewPCG(seed, 0))
		g := n.playing(func(c *game.Create) { c.Ruleset, _ = game.RulesetNamed("record") })
		var moves []string
		for g.State.Status == game.Playing && len(moves) < turns {
			legal := legalMoves(g)
			move := legal[rng.IntN(len(legal))]
			if move == janggi.Pass && len(legal) > 1 {
				continue
			}
			keyed := append([]func(*Request){key(fmt.Sprint("k", len(moves)), "2cf24dba5fb0a30e26e83b2ac5b9e29e")}, edits...)
			g = n.must(g.ID, turnOf(g, move.String()), keyed...)
			moves = append(moves, move.String())
		}
		if g.State.Status == game.Playing {
			return g, moves
		}
	}
}

func BenchmarkExecuteMove(b *testing.B) {
	_, moves := longGame(b, newNode(b, memory.New()), 100)
	stores := []struct {
		name string
		open func() eventstore.Store
	}{
		{"no store", func() eventstore.Store { return noStore{} }},
		{"memory", func() eventstore.Store { return memory.New() }},
	}
	for _, store := range stores {
		b.Run(store.name, func(b *testing.B) {
			n := newNode(b, store.open())
			players := [2]string{ann, ben}
			keys := make([]string, len(moves))
			for i := range keys {
				keys[i] = fmt.Sprint("01JGXABCDEFGHJKMNPQRST-", i)
			}
			var g *Game
			b.ReportAllocs()
			for i := range b.N {
				ply := i % len(moves)
				if ply == 0 {
					b.StopTimer()
					g = n.playing(func(c *game.Create) { c.Ruleset, _ = game.RulesetNamed("record") })
					b.StartTimer()
				}
				player := players[ply%2]
				result, err := n.Execute(context.Background(), g.ID, Request{
					Command: game.PlayMove{Player: player, Text: moves[ply]}, At: t0, Actor: player,
					Key: keys[ply], Digest: "2cf24dba5fb0a30e26e83b2ac5b9e29e" + moves[ply], Correlation: "01JGXABCDEFGHJKMNPQRSTVWXY",
				})
				if err != nil || result.Refusal != nil {
					b.Fatal(err, result.Refusal)
				}
			}
		})
	}
}

func BenchmarkFold200Turns(b *testing.B) {
	store := memory.New()
	g, _ := longGame(b, newNode(b, store), 200)
	n := newNode(b, slice{events: stored(b, store, "game-"+g.ID)})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := n.fold(context.Background(), g.ID, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAtPly steps through a game, as somebody does who watches a replay.
func BenchmarkAtPly(b *testing.B) {
	store := memory.New()
	g, _ := longGame(b, newNode(b, store), 200)
	n := newNode(b, store)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := n.AtPly(context.Background(), g.ID, i%200); err != nil {
			b.Fatal(err)
		}
	}
}

package journal

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/player"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// histories are whole games as the journal writes them, which between them hold
// every event and every kind of fact.
func histories(t *testing.T) map[string][]eventstore.Recorded {
	t.Helper()
	store := memory.New()
	n := newNode(t, store)
	all := map[string][]eventstore.Recorded{}
	done := func(name string, g *Game) { all[name] = stored(t, store, "game-"+g.ID) }
	fischer := func(c *game.Create) {
		c.TimeControl = game.TimeControl{Type: game.Fischer, InitialMS: 60_000, IncrementMS: 2_000}
	}

	g := n.waiting(fischer)
	n.must(g.ID, game.Join{Player: ben}, at(t0.Add(10)))
	n.must(g.ID, game.ChooseSetup{Player: ben, Setup: janggi.HEEH}, at(t0.Add(20)))
	n.must(g.ID, game.Expire{}, at(t0.Add(92_020))) // Cho's time-out
	n.must(g.ID, game.PlayMove{Player: ann, Text: "a4b4"}, at(t0.Add(93_000)), key("k1", "body"))
	n.must(g.ID, game.Pass{Player: ben}, at(t0.Add(94_500)))
	if _, err := n.ask(g.ID, game.Pass{Player: ann}, at(t0.Add(200_000))); err != nil {
		t.Fatal(err)
	}
	done("a time-out", g)

	g = n.playing(func(c *game.Create) {
		c.TimeControl = game.TimeControl{Type: game.Byoyomi, MainMS: 10_000, Periods: 3, PeriodMS: 5_000}
	})
	at0 := t0
	for _, text := range []string{"a1a2", "a10a9", "a2a1", "a9a10", "a1a2", "a10a9", "a2a1", "a9a10"} {
		at0 = at0.Add(7_000)
		now, _ := n.Load(t.Context(), g.ID)
		n.must(g.ID, turnOf(now, text), at(at0))
	}
	done("a repetition", g)

	g = n.playing()
	n.play(g.ID, "a4b4", "a7b7", "a1a8")
	n.must(g.ID, game.Resign{Player: ann})
	done("a resignation", g)

	g = n.waiting(func(c *game.Create) { c.StartFEN = "4k4/R8/9/9/9/p8/P8/9/1R7/3K5 w - - 5 20" })
	n.must(g.ID, game.Join{Player: ben})
	n.play(g.ID, "a4a5", "pass", "b2b10")
	done("a mate from a custom start", g)

	g = n.waiting(func(c *game.Create) { c.Opponent = game.OpponentSelf })
	n.must(g.ID, game.ChooseSetup{Player: ann, Setup: janggi.EHEH})
	n.must(g.ID, game.Abort{Player: ann})
	done("an abort", g)

	g = talkative(n, fischer)
	done("an agreement after takebacks", g)

	g = n.waiting(func(c *game.Create) { c.Opponent = game.OpponentSelf }, whole)
	n.must(g.ID, game.ChooseSetup{Player: ann, Setup: janggi.HEEH})
	n.must(g.ID, game.ChooseSetup{Player: ann, Setup: janggi.HEEH})
	n.play(g.ID, "a4b4", "a7b7")
	giveHint(n, g.ID)
	n.play(g.ID, "pass")
	n.must(g.ID, game.OfferTakeback{Player: ann}, at(t0.Add(100)))
	n.must(g.ID, game.OfferTakeback{Player: ann}, at(t0.Add(200)))
	n.must(g.ID, game.AddTime{Player: ann}, at(t0.Add(300)))
	n.must(g.ID, game.OfferDraw{Player: ann}, at(t0.Add(400)))
	n.must(g.ID, game.OfferRematch{Player: ann, Game: uuid.NewString()}, at(t0.Add(500)))
	done("a game against oneself with takebacks", g)

	done("a game against a computer", againstComputer(n))
	return all
}

// againstComputer is a game of ann's against a computer, with a takeback and a
// rematch.
func againstComputer(n node) *Game {
	hal := player.ComputerID(3)
	g := n.waiting(func(c *game.Create) { c.Opponent, c.Against, c.Seed = game.OpponentComputer, hal, 42 })
	n.must(g.ID, game.ChooseSetup{Player: hal, Engine: 1, Setup: janggi.EHEH})
	n.must(g.ID, game.ChooseSetup{Player: ann, Setup: janggi.HEEH})
	for range 2 {
		giveHint(n, g.ID)
		n.play(g.ID, "a4b4")
		n.must(g.ID, game.PlayMove{Player: hal, Text: "a7b7", Search: &game.Search{Engine: 1, Nodes: 1200}})
		n.play(g.ID, "b4b5")
		n.must(g.ID, game.PlayMove{Player: hal, Text: "pass", Search: &game.Search{Engine: 1, Nodes: 7}})
		if g = n.must(g.ID, game.OfferTakeback{Player: ann}); g.State.Ply() != 2 {
			n.t.Fatalf("%d turns are in force after a takeback", g.State.Ply())
		}
		n.must(g.ID, game.OfferTakeback{Player: ann})
	}
	n.must(g.ID, game.Resign{Player: ann})
	return n.must(g.ID, game.OfferRematch{Player: ann, Game: uuid.NewString()})
}

// giveHint gives ann a hint, which is to pass.
func giveHint(n node, id string) {
	n.t.Helper()
	g, err := n.Load(n.t.Context(), id)
	if err != nil {
		n.t.Fatal(err)
	}
	n.must(id, game.GiveHint{Player: ann, Found: &game.FoundTurn{
		Position: g.State.Game.Position().Key(), Move: janggi.Pass, Search: game.Search{Engine: 1, Nodes: 900},
	}})
}

// verifyEvents verifies a history in a store of its own, in which its room is
// reserved.
func verifyEvents(t *testing.T, events []eventstore.Recorded) error {
	t.Helper()
	return verifyEventsIn(t, events, roomOf(t, events))
}

func roomOf(t *testing.T, events []eventstore.Recorded) string {
	t.Helper()
	m, err := decodeMetadata(events[0].Metadata)
	if err != nil {
		t.Fatal(err)
	}
	return m.Private.Room
}

func verifyEventsIn(t *testing.T, events []eventstore.Recorded, room string) error {
	t.Helper()
	store := memory.New()
	id, _ := GameID(events[0].Stream)
	if room != "" {
		reserve(t, store, room, id)
	}
	for i, r := range events {
		expected := eventstore.NoStream()
		if i > 0 {
			expected = eventstore.Exactly(uint64(i - 1))
		}
		if _, err := store.Append(t.Context(), r.Stream, expected, []eventstore.Event{r.Event}); err != nil {
			t.Fatal(err)
		}
	}
	return Verify(t.Context(), store, id)
}

// rechained gives every event the hash of the one before it, as somebody would
// who changes a history and knows how hashes are made.
func rechained(t *testing.T, events []eventstore.Recorded) []eventstore.Recorded {
	t.Helper()
	events = slices.Clone(events)
	var hash Hash
	for i := range events {
		m, err := decodeMetadata(events[i].Metadata)
		if err != nil {
			t.Fatal(err)
		}
		events[i].Revision = uint64(i)
		m.Prev = hash.prevOf(uint64(i))
		events[i].Metadata = appendMetadata(nil, m)
		hash = hashEvent(nil, events[i], m)
	}
	return events
}

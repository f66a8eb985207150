package computer

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/player"
	"github.com/janggid/janggid/eventstore/memory"
)

func TestStrengthsAreThoseOfTheEngine(t *testing.T) {
	if player.WeakestComputer != engine.Weakest || player.StrongestComputer != engine.Strongest {
		t.Errorf("players have strengths %d to %d, the engine %d to %d", player.WeakestComputer, player.StrongestComputer, engine.Weakest, engine.Strongest)
	}
}

func TestComputersPlayAGameToItsEnd(t *testing.T) {
	n := newNode(t, nil, Options{})
	n.run()
	g := n.until(n.create(computers(1, 2)).ID, "the end", over)
	if err := journal.Verify(t.Context(), n.store, g.ID); err != nil {
		t.Error(err)
	}
	for i, e := range n.turns(g) {
		if s := searchOf(e); s == nil || s.Engine != engine.Version || s.Nodes < 1 {
			t.Fatalf("turn %d: %+v", i+1, s)
		}
	}
	again := n.until(n.create(computers(1, 2)).ID, "the end", over)
	if first, second := n.turns(g), n.turns(again); !reflect.DeepEqual(first, second) {
		t.Errorf("the same seed gave another game: %d and %d turns", len(first), len(second))
	}
	other := n.until(n.create(computers(1, 2, func(c *game.Create) { c.Seed = 8 })).ID, "the end", over)
	if reflect.DeepEqual(n.turns(g), n.turns(other)) {
		t.Error("another seed gave the same game")
	}
}

func TestAComputerAnswersAPerson(t *testing.T) {
	n := newNode(t, nil, Options{})
	n.run()
	g := n.create(against(3))
	n.until(g.ID, "Han's setup", func(s *game.State) bool { return s.Setups[janggi.Han].Chosen })
	n.do(g.ID, game.ChooseSetup{Player: ann, Setup: janggi.HEEH})
	for _, text := range []string{"a4b4", "i4h4"} {
		after := n.do(g.ID, game.PlayMove{Player: ann, Text: text})
		n.until(g.ID, "an answer", atPly(after.State.Ply()+1))
	}
	if g := n.do(g.ID, game.OfferTakeback{Player: ann}); g.State.Ply() != 2 {
		t.Errorf("after a takeback the game is at ply %d", g.State.Ply())
	}
}

// Both nodes answer everything at once, as they do when both were started anew.
func TestTwoNodesNeverMoveTwice(t *testing.T) {
	store := memory.New()
	one := newNode(t, store, Options{Workers: 2})
	two := newNode(t, store, Options{Workers: 2})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, n := range []*node{one, two} {
		n.run()
		go func() {
			for m := range store.Subscribe(ctx, 0) {
				if id, ok := journal.GameID(m.Stream); ok {
					n.runner.takeUp(ctx, id, true)
				}
			}
		}()
	}
	var ids []string
	for i := range 6 {
		ids = append(ids, one.create(computers(1, 1, func(c *game.Create) { c.Seed = int64(i) })).ID)
	}
	for _, id := range ids {
		g := two.until(id, "the end", over)
		if err := journal.Verify(t.Context(), store, id); err != nil {
			t.Error(err)
		}
		turns := 0
		for r, err := range store.ReadStream(t.Context(), "game-"+id, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Type == "MovePlayed" || r.Type == "TurnPassed" {
				turns++
			}
		}
		if turns != g.State.Ply() {
			t.Errorf("%d turns are stored of a game with %d", turns, g.State.Ply())
		}
	}
}

func TestOtherNodesTakeOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		lost, other := newNode(t, store, Options{}), newNode(t, store, Options{})
		other.run()
		g := lost.create(against(2, startingAt("4k4/4r4/9/9/9/9/9/9/4R4/3K5 w - - 0 1")))
		synctest.Wait()                                             // the other node follows by now
		g = lost.do(g.ID, game.PlayMove{Player: ann, Text: "e2e5"}) // nobody answers there
		synctest.Wait()
		other.runner.mu.Lock()
		u := *other.runner.games[g.ID]
		other.runner.mu.Unlock()
		if u.revision != g.Revision || u.job == nil {
			t.Fatalf("the other node is at revision %d with job %v, want an answer to revision %d", u.revision, u.job, g.Revision)
		}
		if want := someDay.Add(takeover); u.job.due.Before(want) {
			t.Errorf("the other node answers at %s, want not before %s", u.job.due, want)
		}
		other.clock.advance(takeover)
		other.runner.ring()
		other.until(g.ID, "the other node's answer", atPly(2))
	})
}

func TestGamesGoOnAfterARestart(t *testing.T) {
	n := newNode(t, nil, Options{})
	g := n.create(computers(1, 2))
	restarted := newNode(t, n.store, Options{})
	stop := restarted.run()
	restarted.until(g.ID, "some turns", atPly(6))
	stop()
	g, err := n.journal.Refresh(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	again := newNode(t, n.store, Options{})
	again.run()
	again.until(g.ID, "more turns", atPly(g.State.Ply()+6))
}

func TestAPauseGoesBeforeAnAnswer(t *testing.T) {
	n := newNode(t, nil, Options{Pause: time.Second})
	n.run()
	g := n.create(computers(1, 1))
	due := func() time.Time {
		n.runner.mu.Lock()
		defer n.runner.mu.Unlock()
		return n.runner.games[g.ID].job.due
	}
	if got, want := due(), someDay.Add(time.Second); !got.Equal(want) {
		t.Errorf("the answer is due at %s, want %s", got, want)
	}
	n.clock.advance(time.Second)
	n.runner.ring()
	n.until(g.ID, "Han's setup", func(s *game.State) bool { return s.Setups[janggi.Han].Chosen })
}

// The clock goes on by some milliseconds whenever it is looked at, so that thinking
// takes time.
func TestComputersNeverLoseOnTime(t *testing.T) {
	for _, tc := range []game.TimeControl{
		{Type: game.PerMove, PerMoveMS: 1000},
		{Type: game.Fischer, InitialMS: 10_000},
	} {
		t.Run(fmt.Sprint(tc), func(t *testing.T) {
			c := &clock{at: someDay, tick: 5 * time.Millisecond}
			n := newNode(t, nil, Options{Now: c.now})
			n.clock = c
			n.run()
			g := n.until(n.create(computers(8, 1, func(c *game.Create) {
				c.TimeControl, c.SetupMS, c.Ruleset.TurnLimit = tc, 10_000, 60
			})).ID, "the end", over)
			if g.State.Outcome.Reason == janggi.EndTime {
				t.Errorf("time ran out at ply %d", g.State.Ply())
			}
		})
	}
}

func TestAPauseTakesLittleOfAClock(t *testing.T) {
	for _, c := range []struct {
		tc   game.TimeControl
		want time.Duration
	}{
		{game.TimeControl{Type: game.Unlimited}, time.Minute},
		{game.TimeControl{Type: game.PerMove, PerMoveMS: 90_000}, 11250 * time.Millisecond},
		{game.TimeControl{Type: game.Fischer, InitialMS: 60_000}, 300 * time.Millisecond},
		{game.TimeControl{Type: game.Fischer, InitialMS: 1000, IncrementMS: 10_000}, 125 * time.Millisecond},
		{game.TimeControl{Type: game.Byoyomi, MainMS: 60_000, Periods: 3, PeriodMS: 30_000}, 4050 * time.Millisecond},
	} {
		n := newNode(t, nil, Options{})
		g := n.create(against(1, startingAt("4k4/4r4/9/9/9/9/9/9/4R4/3K5 b - - 0 1"), func(create *game.Create) { create.TimeControl = c.tc }))
		if got := pauseWithin(&g.State, time.Minute); got != c.want {
			t.Errorf("%+v: %s, want %s", c.tc, got, c.want)
		}
	}
}

func TestTooManyGames(t *testing.T) {
	n := newNode(t, nil, Options{NodesPerSecond: 20_000, Pause: time.Second})
	admitted := 0
	for ; admitted < 100; admitted++ {
		if _, ok := n.runner.Admit(5); !ok {
			break
		}
		n.create(against(5))
	}
	// 5,000 nodes in the 5 seconds of a turn: a thousand each.
	if admitted != 20 {
		t.Errorf("%d games were admitted, want 20", admitted)
	}
	if wait, ok := n.runner.Admit(1); ok || wait <= 0 {
		t.Errorf("another game is admitted, or after %s", wait)
	}
	for range 20 {
		n.create(against(5)) // by another node, say
	}
	n.clock.advance(sumEvery)
	if share := n.runner.load.share(n.clock.now()); share != 0.5 {
		t.Errorf("a turn has %v of its nodes, want half of them", share)
	}
	n.clock.advance(time.Minute)
	if _, ok := n.runner.Admit(5); !ok {
		t.Error("games that nobody goes on with keep others out")
	}
}

func TestUnderLoadATurnGetsFewerNodesAndIsStillFoundAgain(t *testing.T) {
	n := newNode(t, nil, Options{NodesPerSecond: 100})
	n.run()
	g := n.until(n.create(computers(4, 4)).ID, "some turns", atPly(8))
	for i, e := range n.turns(g) {
		if s := searchOf(e); s.Nodes > engine.Strength(4).Nodes()/8 {
			t.Errorf("turn %d took %d nodes", i+1, s.Nodes)
		}
	}
	again, err := SearchAgain(t.Context(), n.store, g.ID, engine.New(engine.PlayTableBytes))
	if err != nil || again.Same < 10 || len(again.Different) > 0 {
		t.Errorf("searched again: %+v, %v", again, err)
	}
}

package journal

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore/memory"
)

func TestWhatExecuteAnswersIsWhatTheStoreHolds(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	id := n.playing().ID
	for _, text := range []string{"a4b4", "a7b7", "pass", "c7d7"} {
		answered := n.play(id, text)
		read, err := newNode(t, store).Load(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		sameGame(t, read, answered)
		cached, _ := n.Load(t.Context(), id)
		sameGame(t, cached, answered)
	}
}

func TestARefusalChangesNothing(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	g := n.playing()
	before := len(stored(t, store, "game-"+g.ID))
	result, err := n.ask(g.ID, game.Pass{Player: ben})
	if err != nil || !errors.Is(result.Refusal, game.NotYourTurn) {
		t.Fatalf("refusal %v, error %v", result.Refusal, err)
	}
	sameGame(t, result.Game, g)
	if after := len(stored(t, store, "game-"+g.ID)); after != before {
		t.Errorf("%d events, were %d", after, before)
	}
}

func TestALateTurnStoresTheTimeOutAndIsRefused(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	id := n.playing().ID
	result, err := n.ask(id, game.Pass{Player: ann}, at(t0.Add(90_000)))
	if err != nil || !errors.Is(result.Refusal, game.GameOver) {
		t.Fatalf("refusal %v, error %v", result.Refusal, err)
	}
	if o := result.Game.State.Outcome; o == nil || o.Reason != janggi.EndTime {
		t.Errorf("the answer shows outcome %v", o)
	}
	read, _ := newNode(t, store).Load(t.Context(), id)
	sameGame(t, read, result.Game)
}

func TestGamesThatAreNot(t *testing.T) {
	n := newNode(t, memory.New())
	unasked := newNode(t, untouched{memory.New()})
	for name, id := range map[string]string{"no id": "", "words": "not-a-game", "upper case": "0190A000-0000-7000-8000-000000000001", "braces": "{0190a000-0000-7000-8000-000000000001}"} {
		t.Run(name, func(t *testing.T) {
			if _, err := unasked.ask(id, game.Pass{Player: ann}); !errors.Is(err, ErrNotFound) {
				t.Errorf("got %v, want ErrNotFound without a look at the store", err)
			}
		})
	}
	if _, err := n.ask("0190a000-0000-7000-8000-000000000001", game.Pass{Player: ann}); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v, want ErrNotFound", err)
	}
}

func TestIfRevision(t *testing.T) {
	n := newNode(t, memory.New())
	g := n.playing()
	pass := game.Pass{Player: ann}
	for name, revisions := range map[string][]uint64{"stale": {g.Revision - 1}, "never there": {g.Revision + 1}, "none": {}} {
		result, err := n.ask(g.ID, pass, ifRevision(revisions...))
		if !errors.Is(err, ErrStale) {
			t.Errorf("%s: got %v, want ErrStale", name, err)
		}
		sameGame(t, result.Game, g)
	}
	if after := n.must(g.ID, pass, ifRevision(7, g.Revision), key("k1", "body")); after.State.Ply() != 1 {
		t.Errorf("ply %d", after.State.Ply())
	}
	again, err := n.ask(g.ID, pass, ifRevision(g.Revision), key("k1", "body"))
	if err != nil || !again.Replayed {
		t.Errorf("a retry is known before its revision is stale: replayed %v, %v", again.Replayed, err)
	}
	if _, err := n.ask(g.ID, game.Pass{Player: eve}, ifRevision(g.Revision)); !errors.Is(err, ErrStale) {
		t.Errorf("stale comes before the game's own refusals: %v", err)
	}
}

func TestTwoNodesRacingForATurn(t *testing.T) {
	for range 20 {
		store := memory.New()
		a, b := newNode(t, store), newNode(t, store)
		g := a.playing()
		b.remember(g.ID)
		moves := []string{"a4b4", "c4d4"}
		results := make([]Result, 2)
		var done sync.WaitGroup
		for i, n := range []node{a, b} {
			done.Go(func() {
				var err error
				if results[i], err = n.ask(g.ID, game.PlayMove{Player: ann, Text: moves[i]}); err != nil {
					t.Error(err)
				}
			})
		}
		done.Wait()
		won, lost := 0, 1
		if results[won].Refusal != nil {
			won, lost = lost, won
		}
		if results[won].Refusal != nil || !errors.Is(results[lost].Refusal, game.NotYourTurn) {
			t.Fatalf("refusals %v and %v; want one turn and one not_your_turn", results[won].Refusal, results[lost].Refusal)
		}
		sameGame(t, results[lost].Game, results[won].Game)
		if events := stored(t, store, "game-"+g.ID); uint64(len(events)) != g.Revision+2 {
			t.Errorf("stored %v", typesOf(events))
		}
	}
}

// meddling is a node whose rival makes a turn before each of its first appends.
func meddling(t *testing.T, times int) (node, *meddler, *Game) {
	store := &meddler{Store: memory.New()}
	rival := newNode(t, store.Store)
	g := rival.playing()
	store.before = func() {
		if store.appends > times {
			return
		}
		now, err := rival.Refresh(context.Background(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		rival.must(g.ID, turnOf(now, legalMoves(now)[0].String()))
	}
	return newNode(t, store), store, g
}

func TestAConflictIsDecidedAfresh(t *testing.T) {
	n, store, g := meddling(t, 5)
	result, err := n.ask(g.ID, game.Resign{Player: ben}) // possible at any ply
	if err != nil || result.Refusal != nil {
		t.Fatalf("refusal %v, error %v; five lost races are retried", result.Refusal, err)
	}
	if result.Game.State.Ply() != 5 || result.Game.State.Status != game.Over || store.appends != 6 {
		t.Errorf("ply %d, %s after %d appends", result.Game.State.Ply(), result.Game.State.Status, store.appends)
	}
}

func TestARaceLostOnceTooOftenIsAConflict(t *testing.T) {
	n, store, g := meddling(t, 6)
	result, err := n.ask(g.ID, game.Resign{Player: ben})
	if !errors.Is(err, ErrConflict) || store.appends != 6 {
		t.Fatalf("got %v after %d appends, want ErrConflict after 6", err, store.appends)
	}
	if result.Game == nil || result.Game.State.Ply() != 6 {
		t.Errorf("the answer should hold the game as it stands: %v", result.Game)
	}
}

func TestALostRaceMayEndInARefusal(t *testing.T) {
	n, store, g := meddling(t, 1)
	result, err := n.ask(g.ID, game.PlayMove{Player: ann, Text: "a4b4"})
	if err != nil || !errors.Is(result.Refusal, game.NotYourTurn) || store.appends != 1 {
		t.Errorf("refusal %v, error %v after %d appends; want not_your_turn", result.Refusal, err, store.appends)
	}
}

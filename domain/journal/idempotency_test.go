package journal

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore/memory"
)

func TestTheSameKeyAndBodyIsAnsweredWithTheGameAsOfThen(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	id := n.playing().ID
	first := n.must(id, game.PlayMove{Player: ann, Text: "a4b4"}, key("k1", "body"))
	n.play(id, "a7b7", "c4d4")
	before := len(stored(t, store, "game-"+id))
	for name, retried := range map[string]node{"on the node that did it": n, "on a node that never saw the game": newNode(t, store)} {
		t.Run(name, func(t *testing.T) {
			again, err := retried.ask(id, game.PlayMove{Player: ann, Text: "a4b4"}, key("k1", "body"))
			if err != nil || again.Refusal != nil || !again.Replayed {
				t.Fatalf("replayed %v, refusal %v, error %v", again.Replayed, again.Refusal, err)
			}
			sameGame(t, again.Game, first)
			if after := len(stored(t, store, "game-"+id)); after != before {
				t.Errorf("%d events, were %d", after, before)
			}
		})
	}
}

func TestAKeyStandsWithTheLastEventOfItsCommand(t *testing.T) {
	n := newNode(t, memory.New())
	id := n.waiting().ID
	n.must(id, game.Join{Player: ben})
	n.must(id, game.ChooseSetup{Player: ben})
	started := n.must(id, game.ChooseSetup{Player: ann}, key("k1", "body")) // SetupChosen and GameStarted
	n.play(id, "pass")
	again, err := n.ask(id, game.ChooseSetup{Player: ann}, key("k1", "body"))
	if err != nil || !again.Replayed {
		t.Fatalf("replayed %v, error %v", again.Replayed, err)
	}
	sameGame(t, again.Game, started)
}

func TestAnotherBodyUnderAUsedKey(t *testing.T) {
	n := newNode(t, memory.New())
	id := n.playing().ID
	n.must(id, game.PlayMove{Player: ann, Text: "a4b4"}, key("k1", "body"))
	if _, err := n.ask(id, game.PlayMove{Player: ann, Text: "c4d4"}, key("k1", "another")); !errors.Is(err, ErrKeyReused) {
		t.Errorf("got %v, want ErrKeyReused", err)
	}
}

func TestRefusedRequestsAreNotRemembered(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	id := n.playing().ID
	if result, _ := n.ask(id, game.PlayMove{Player: ann, Text: "a4a9"}, key("k1", "illegal")); result.Refusal == nil {
		t.Fatal("an illegal move was played")
	}
	n.must(id, game.PlayMove{Player: ann, Text: "a4b4"}, key("k1", "legal"))

	late := at(t0.Add(90_000))
	for range 2 { // the time-out is stored with the first, and neither is a replay
		result, err := n.ask(id, game.Pass{Player: ben}, key("k2", "late"), late)
		if err != nil || !errors.Is(result.Refusal, game.GameOver) || result.Replayed {
			t.Errorf("refusal %v, replayed %v, error %v; want game_over", result.Refusal, result.Replayed, err)
		}
	}
	types := typesOf(stored(t, store, "game-"+id))
	if got := types[len(types)-2:]; got[0] != "TimeExpired" || got[1] != "GameEnded" {
		t.Errorf("the history ends with %v", got)
	}
}

func TestKeysOfDifferentPlayersDoNotCollide(t *testing.T) {
	n := newNode(t, memory.New())
	id := n.playing().ID
	first := n.must(id, game.PlayMove{Player: ann, Text: "a4b4"}, key("k1", "body"))
	result, err := n.ask(id, game.PlayMove{Player: ben, Text: "a7b7"}, key("k1", "another"))
	if err != nil || result.Refusal != nil || result.Replayed {
		t.Errorf("replayed %v, refusal %v, error %v; want a turn of its own", result.Replayed, result.Refusal, err)
	}
	again, err := n.ask(id, game.PlayMove{Player: ann, Text: "a4b4"}, key("k1", "body"))
	if err != nil || !again.Replayed {
		t.Fatalf("replayed %v, %v", again.Replayed, err)
	}
	sameGame(t, again.Game, first)
}

func TestKeysOfDifferentGamesDoNotCollide(t *testing.T) {
	n := newNode(t, memory.New())
	for range 2 {
		if g := n.must(n.playing().ID, game.Pass{Player: ann}, key("k1", "body")); g.State.Ply() != 1 {
			t.Errorf("ply %d", g.State.Ply())
		}
	}
}

func TestTheKeyOfACreationIsNotOneOfItsGame(t *testing.T) {
	n := newNode(t, memory.New())
	custom := func(c *game.Create) {
		c.StartFEN, c.Opponent = "4k4/9/9/9/4p4/9/9/9/4R4/3K5 w - - 0 1", game.OpponentSelf
	}
	for name, c := range map[string]game.Create{"waiting": create(), "started at once": create(custom)} {
		t.Run(name, func(t *testing.T) {
			q := creation(ann, "k"+name, "creation")
			created, err := n.Create(t.Context(), c, q)
			if err != nil {
				t.Fatal(err)
			}
			aborted := n.must(created.Game.ID, game.Abort{Player: ann}, key(q.Key, "abort"))
			if again := n.must(created.Game.ID, game.Abort{Player: ann}, key(q.Key, "abort")); again.Revision != aborted.Revision {
				t.Errorf("replayed at revision %d, want %d", again.Revision, aborted.Revision)
			}
			again, err := n.Create(t.Context(), c, q)
			if err != nil || !again.Replayed {
				t.Fatalf("replayed %v, %v", again.Replayed, err)
			}
			sameGame(t, again.Game, created.Game)
		})
	}
}

// A key that was forgotten and came again stands for its newer command.
func TestAKeyThatCameAgainStandsForItsNewerCommand(t *testing.T) {
	n := newNode(t, memory.New())
	g := n.playing(func(c *game.Create) { c.Ruleset, _ = game.RulesetNamed("record") })
	shuffle := []string{"a1a2", "a10a9", "a2a1", "a9a10"}
	for i := range 66 {
		g = n.must(g.ID, turnOf(g, shuffle[i%4]), key(fmt.Sprint("k", i), "body"))
	}
	newer := n.must(g.ID, turnOf(g, shuffle[2]), key("k0", "another"))
	n.play(g.ID, "pass")
	again, err := n.ask(g.ID, turnOf(g, shuffle[2]), key("k0", "another"))
	if err != nil || !again.Replayed {
		t.Fatalf("replayed %v, %v", again.Replayed, err)
	}
	sameGame(t, again.Game, newer)
}

func TestTheLast64CommandsAreRemembered(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	g := n.playing(func(c *game.Create) { c.Ruleset, _ = game.RulesetNamed("record") })
	shuffle := []string{"a1a2", "a10a9", "a2a1", "a9a10"}
	commands := make([]game.PlayMove, 70)
	for i := range commands {
		commands[i] = turnOf(g, shuffle[i%4])
		g = n.must(g.ID, commands[i], key(fmt.Sprint("k", i), "body"))
	}
	for name, node := range map[string]node{"by the node that did them": n, "by a node that reads them": newNode(t, store)} {
		t.Run(name, func(t *testing.T) {
			for i := 70 - 64; i < 70; i++ {
				again, err := node.ask(g.ID, commands[i], key(fmt.Sprint("k", i), "body"))
				if err != nil || !again.Replayed || again.Game.State.Ply() != i+1 {
					t.Fatalf("command %d: %+v, %v; want it replayed", i, again, err)
				}
			}
		})
	}
	loaded, err := n.Load(t.Context(), g.ID)
	if err != nil || len(loaded.commands) > rememberedCommands {
		t.Errorf("%d commands kept, want at most %d (%v)", len(loaded.commands), rememberedCommands, err)
	}
}

func TestOneKeyAtTwoNodesAtOnceActsOnce(t *testing.T) {
	for range 20 {
		store := memory.New()
		a := newNode(t, store)
		id := a.playing().ID
		nodes := []node{a, newNode(t, store), a, newNode(t, store)}
		results := make([]Result, len(nodes))
		errs := make([]error, len(nodes))
		var done sync.WaitGroup
		for i, n := range nodes {
			done.Go(func() {
				results[i], errs[i] = n.ask(id, game.PlayMove{Player: ann, Text: "a4b4"}, key("k1", "body"))
			})
		}
		done.Wait()
		did := 0
		for i := range nodes {
			if errs[i] != nil || results[i].Refusal != nil || results[i].Game.State.Ply() != 1 {
				t.Fatalf("node %d: %+v, %v", i, results[i], errs[i])
			}
			if !results[i].Replayed {
				did++
			}
			sameGame(t, results[i].Game, results[0].Game)
		}
		if did != 1 {
			t.Errorf("%d of the requests say that they acted", did)
		}
		if events := stored(t, store, "game-"+id); len(events) != 6 {
			t.Errorf("stored %v", typesOf(events))
		}
	}
}

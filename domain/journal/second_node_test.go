package journal

import (
	"errors"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore/memory"
)

// A node whose knowledge of a game is old refuses nothing because of that.
func TestAStaleNodeLooksAgainBeforeItRefuses(t *testing.T) {
	tests := []struct {
		name    string
		known   func(a node) *Game // what the second node knows
		since   func(a node, id string)
		command game.Command
		edits   []func(*Request)
		ply     int
	}{
		{
			"a player who joined elsewhere chooses a setup", func(a node) *Game { return a.waiting() },
			func(a node, id string) { a.must(id, game.Join{Player: ben}) }, game.ChooseSetup{Player: ben, Setup: janggi.HEEH}, nil, 0,
		},
		{
			"the opponent moved elsewhere", func(a node) *Game { return a.playing() },
			func(a node, id string) { a.play(id, "a4b4") }, game.PlayMove{Player: ben, Text: "a7b7"}, nil, 2,
		},
		{
			"a move that was illegal before the opponent's", func(a node) *Game { return a.playing() },
			func(a node, id string) { a.play(id, "a4b4", "pass") }, game.PlayMove{Player: ann, Text: "a1a6"}, nil, 3,
		},
		{
			"the ply that is meant is newer", func(a node) *Game { return a.playing() },
			func(a node, id string) { a.play(id, "a4b4", "a7b7") }, game.Pass{Player: ann, Ply: new(2)}, nil, 3,
		},
		{
			"the revision that is meant is newer", func(a node) *Game { return a.playing() },
			func(a node, id string) { a.play(id, "a4b4", "a7b7") }, game.Pass{Player: ann}, []func(*Request){ifRevision(6)}, 3,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			store := memory.New()
			a, b := newNode(t, store), newNode(t, store)
			id := tt.known(a).ID
			b.remember(id)
			tt.since(a, id)
			if g := b.must(id, tt.command, tt.edits...); g.State.Ply() != tt.ply {
				t.Errorf("ply %d, want %d", g.State.Ply(), tt.ply)
			}
		})
	}
}

// Nor does it answer a command that changes nothing with an old game.
func TestAStaleNodeLooksAgainBeforeItAgreesThatNothingIsToBeDone(t *testing.T) {
	store := memory.New()
	a, b := newNode(t, store), newNode(t, store)
	id := a.playing().ID
	b.remember(id)
	newest := a.play(id, "a4b4")
	sameGame(t, b.must(id, game.Join{Player: ben}), newest)
}

func TestAnAcceptedCommandOfAStaleNodeMeetsTheNewestGame(t *testing.T) {
	store := memory.New()
	a, b := newNode(t, store), newNode(t, store)
	id := a.playing().ID
	b.remember(id)
	a.must(id, game.Abort{Player: ben})
	result, err := b.ask(id, game.PlayMove{Player: ann, Text: "a4b4"})
	if err != nil || !errors.Is(result.Refusal, game.GameOver) {
		t.Errorf("refusal %v, error %v; want game_over", result.Refusal, err)
	}
}

func TestAGameIsReadAtOnceOnAnotherNode(t *testing.T) {
	store := memory.New()
	a, b := newNode(t, store), newNode(t, store)
	created := a.waiting()
	read, err := b.Load(t.Context(), created.ID)
	if err != nil {
		t.Fatal(err)
	}
	sameGame(t, read, created)
	joined := a.must(created.ID, game.Join{Player: ben})
	if read, err = b.Refresh(t.Context(), created.ID); err != nil {
		t.Fatal(err)
	}
	sameGame(t, read, joined)
}

func TestOneGameThroughAlternatingNodes(t *testing.T) {
	store := memory.New()
	nodes := []node{newNode(t, store), newNode(t, store), newNode(t, store)}
	g := nodes[0].playing()
	for ply := range 60 {
		n := nodes[ply%len(nodes)]
		legal := legalMoves(g)
		after := n.must(g.ID, turnOf(g, legal[ply*7%len(legal)].String()))
		if after.State.Ply() != ply+1 {
			t.Fatalf("ply %d after turn %d", after.State.Ply(), ply+1)
		}
		if g = after; g.State.Status == game.Over {
			break
		}
	}
	alone, err := newNode(t, store).Load(t.Context(), g.ID)
	if err != nil {
		t.Fatal(err)
	}
	sameGame(t, alone, g)
}

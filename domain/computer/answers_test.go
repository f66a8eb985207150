package computer

import (
	"testing"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

func draws(c *game.Create) { c.Ruleset.Deom = 0 }

func TestADrawIsAcceptedByWhoIsBehind(t *testing.T) {
	n := newNode(t, nil, Options{})
	n.run()
	behind := n.create(against(5, draws, startingAt("4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1")))
	n.do(behind.ID, game.OfferDraw{Player: ann})
	if g := n.until(behind.ID, "an agreement", over); g.State.Outcome.Reason != janggi.EndAgreement {
		t.Errorf("the game ended by %s", g.State.Outcome.Reason)
	}
	ahead := n.create(against(5, draws, startingAt("3k5/r8/1r7/9/9/9/9/9/9/4K4 w - - 0 1")))
	n.do(ahead.ID, game.OfferDraw{Player: ann})
	g := n.until(ahead.ID, "an answer", func(s *game.State) bool { return !s.Offers().Draw.Open })
	if g.State.Status != game.Playing || g.State.Ply() != 0 {
		t.Errorf("the game is %s at ply %d", g.State.Status, g.State.Ply())
	}
}

func TestAComputerResignsWhenItIsLostForCertain(t *testing.T) {
	n := newNode(t, nil, Options{})
	n.run()
	answered := func(s *game.State) bool { return s.Status == game.Over || s.Ply() > 1 }
	for _, c := range []struct {
		name, fen string // Cho, to move, mates
		turns     int
		resigns   bool
	}{
		{"a mate in three", "1R7/4k4/3aa4/7pp/9/9/4PP3/2n6/3CA4/2r1CK3 w - - 0 1", 3, true},
		{"a mate in two, which the person may play", "1r1ka1RC1/b3a4/9/pp1n5/5B3/5b1p1/1PP6/6N2/N3K4/3ACA3 w - - 0 1", 2, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := n.create(against(9, startingAt(c.fen)))
			best := engine.New(1 << 20).Search(engine.Request{Game: g.State.Game, Limits: engine.Limits{Nodes: 200_000}}).Lines[0]
			if best.Score.Turns() != 2*c.turns-1 {
				t.Fatalf("mate is in %d plies", best.Score.Turns())
			}
			n.do(g.ID, game.PlayMove{Player: ann, Text: best.Moves[0].String()})
			g = n.until(g.ID, "an answer", answered)
			if resigned := g.State.Status == game.Over && g.State.Outcome.Reason == janggi.EndResignation; resigned != c.resigns {
				t.Errorf("it resigned: %t; the game is %s at ply %d", resigned, g.State.Status, g.State.Ply())
			}
		})
	}
}

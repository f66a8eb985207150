package journal

import (
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore/memory"
)

// A takeback, a claim and a repeated command need the end of a game's history,
// not all of it, however long it is.
func TestCommandsReadTheEndOfAHistory(t *testing.T) {
	const turns, most = 600, 100 // events
	store := &counting{Store: memory.New()}
	n := newNode(t, store)
	g := n.playing(func(c *game.Create) {
		c.Ruleset, _ = game.RulesetNamed("record")
	})
	for i := range turns {
		g = n.must(g.ID, turnOf(g, []string{"e2e3", "e9e8", "e3e2", "e8e9"}[i%4]))
	}
	clock := g.State.Clocks[janggi.Cho]
	tests := map[string]func(){
		"takeback": func() {
			n.must(g.ID, game.OfferTakeback{Player: ann})
			after := n.must(g.ID, game.AcceptTakeback{Player: ben})
			if after.State.Ply() != turns-2 || after.State.Clocks[janggi.Cho] != clock {
				t.Errorf("ply %d, clocks %+v", after.State.Ply(), after.State.Clocks)
			}
		},
		"the same key again": func() {
			played := n.must(g.ID, game.AddTime{Player: ann}, key("k", "d"))
			result, err := n.ask(g.ID, game.AddTime{Player: ann}, key("k", "d"))
			if err != nil || !result.Replayed || result.Game.Revision != played.Revision {
				t.Errorf("%+v, %v", result, err)
			}
		},
		"claim": func() {
			if _, err := n.ask(g.ID, game.ClaimWin{Player: ann}); err != nil {
				t.Error(err)
			}
		},
	}
	for name, act := range tests {
		t.Run(name, func(t *testing.T) {
			store.events = 0
			act()
			if store.events > most {
				t.Errorf("%d events were read of %d, want at most %d", store.events, g.Revision, most)
			}
		})
	}
}

// Whatever was taken back, what is found from the end is what the whole history
// tells.
func TestPastClocksAreThoseOfTheHistory(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	g := n.playing(func(c *game.Create) { c.Ruleset, _ = game.RulesetNamed("record") })
	check := func() {
		t.Helper()
		var want game.PastClocks
		for _, r := range stored(t, store, "game-"+g.ID) {
			_, e, err := decodeRecorded(r)
			if err != nil {
				t.Fatal(err)
			}
			want = want.After(e)
		}
		got, err := n.pastClocks(t.Context(), g)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%d clocks, want %d, %v", len(got), len(want), err)
		}
		for ply := max(0, len(want)-1-maxTakebackTurns); ply < len(want); ply++ {
			if got[ply] != want[ply] {
				t.Errorf("ply %d of %d: %+v, want %+v", ply, len(want)-1, got[ply], want[ply])
			}
		}
	}
	check()
	for i := range 200 {
		switch {
		case i%7 == 6:
			g = n.must(g.ID, game.AddTime{Player: ann})
		case i%5 == 4 && g.State.Ply() > 2:
			by, other := ann, ben
			if i%2 == 0 {
				by, other = ben, ann
			}
			g = n.must(g.ID, game.OfferTakeback{Player: by})
			g = n.must(g.ID, game.AcceptTakeback{Player: other})
		default:
			g = n.must(g.ID, turnOf(g, "pass"))
			if g.State.Status == game.Over {
				return
			}
		}
		check()
	}
}

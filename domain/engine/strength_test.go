package engine

import (
	"errors"
	"slices"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// playedGames are games of strength against strength, so that turns of all
// parts of a game are there.
func playedGame(e *Engine, cho, han Strength, seed uint64, turns int) janggi.Game {
	setup := HanSetup(seed)
	g := janggi.NewGame(janggi.Presets()[0].Rules, janggi.StartPosition(ChoSetup(setup, seed), setup))
	for range turns {
		if _, over := g.Outcome(); over {
			break
		}
		s := cho
		if g.SideToMove() == janggi.Han {
			s = han
		}
		g = g.After(e.Play(g, s, seed, Limits{}).Lines[0].Moves[0])
	}
	return g
}

// TestATurnIsAFunctionOfTheGameStrengthSeedAndNodes plays the turns of a game
// again, in another order, with an engine that has a larger table and has
// searched other things before.
func TestATurnIsAFunctionOfTheGameStrengthSeedAndNodes(t *testing.T) {
	for strength := Weakest; strength <= 6; strength++ {
		g := playedGame(New(PlayTableBytes), strength, strength, 77, 16)
		e := New(4 * PlayTableBytes)
		for n := range g.Ply() {
			back := g.TakenBack(n + 1)
			want := g.Moves()[back.Ply()]
			if got := e.Play(back, strength, 77, Limits{}).Lines[0].Moves[0]; got != want {
				t.Errorf("strength %d, ply %d: %s, then %s", strength, back.Ply(), want, got)
			}
		}
	}
}

func TestAnInterruptedTurnIsRepeatedByItsNodes(t *testing.T) {
	g := playedGame(New(PlayTableBytes), 3, 3, 5, 30)
	for _, strength := range []Strength{6, 10} {
		asked := 0
		stopped := New(PlayTableBytes).Play(g, strength, 5, Limits{Stop: func() bool { asked++; return asked == 4 }})
		if stopped.Nodes >= strength.Nodes() {
			t.Fatalf("%d nodes: not interrupted", stopped.Nodes)
		}
		again := New(PlayTableBytes).Play(g, strength, 5, Limits{Nodes: stopped.Nodes})
		if !equalReports(stopped, again) {
			t.Errorf("strength %d: %v, again: %v", strength, stopped, again)
		}
	}
}

func TestSeedsMakeGamesDiffer(t *testing.T) {
	e := New(PlayTableBytes)
	for _, strength := range []Strength{1, 5, 7} {
		seen := map[string]bool{}
		for seed := range uint64(12) {
			g := playedGame(e, strength, strength, seed, 8)
			start := g.Start()
			text := start.FEN()
			for _, m := range g.Moves() {
				text += m.String()
			}
			seen[text] = true
		}
		if len(seen) < 10 {
			t.Errorf("strength %d: only %d of 12 games differ", strength, len(seen))
		}
	}
}

// TestNoStrengthLosesByRuleAtOnce lets every strength move where some turns
// lose at once by a rule: to pass while behind, when the other side will pass
// too; to make a position stand for the third time.
func TestNoStrengthLosesByRuleAtOnce(t *testing.T) {
	e := New(PlayTableBytes)
	tried := 0
	for i, g := range endingGames(t) {
		var losing, all []janggi.Move
		for _, m := range g.LegalMoves() {
			all = append(all, m)
			next := g.After(m)
			if o, over := next.Outcome(); over {
				if winner, decided := o.Result.Winner(); decided && winner != g.SideToMove() {
					losing = append(losing, m)
				}
			}
		}
		if len(losing) == 0 || len(losing) == len(all) {
			continue
		}
		tried++
		for strength := Weakest; strength <= Strongest; strength++ {
			if m := e.Play(g, strength, uint64(i), Limits{Nodes: 2_000}).Lines[0].Moves[0]; slices.Contains(losing, m) {
				p := g.Position()
				rules := g.Rules()
				t.Errorf("strength %d plays %s in %s under %+v", strength, m, p.FEN(), rules)
			}
		}
	}
	if tried < 5 {
		t.Errorf("only %d games have turns that lose at once, and others", tried)
	}
}

func TestSetupsFollowTheGamesOfPeople(t *testing.T) {
	var han, cho [4]int
	for seed := range uint64(8000) {
		setup := HanSetup(seed)
		han[setup]++
		if setup == janggi.HEHE {
			cho[ChoSetup(setup, seed)]++
		}
	}
	// Han won with HEHE, EHEH and HEEH about a third of the time each, with
	// EHHE one time in twenty.
	for setup, share := range [4]int{2183, 2763, 2669, 387} {
		if d := han[setup] - share; d > 200 || d < -200 {
			t.Errorf("Han chooses %v %d times of 8000, want about %d", janggi.Setup(setup), han[setup], share)
		}
	}
	if !(cho[janggi.EHEH] > cho[janggi.HEEH] && cho[janggi.HEEH] > 3*cho[janggi.HEHE]) {
		t.Errorf("Cho's setups against HEHE: %v", cho)
	}
}

func TestANumberOutOfRangeIsNoStrength(t *testing.T) {
	for _, s := range []Strength{0, -1, 11} {
		var wrong *StrengthError
		if err := s.Validate(); !errors.As(err, &wrong) || wrong.Strength != s {
			t.Errorf("%d: %v", s, err)
		}
	}
	for _, s := range []Strength{Beginner, Intermediate, Advanced} {
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
	}
}

package record

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// anyRuleset is a preset with some of its options changed.
func anyRuleset(r *rand.Rand) game.Ruleset {
	presets := janggi.Presets()
	p := presets[r.IntN(len(presets))]
	ruleset := game.Ruleset{Preset: p.Name, Rules: p.Rules}
	for _, change := range []func(*janggi.Rules){
		func(o *janggi.Rules) { o.Bikjang = janggi.Bikjang(r.IntN(3)) },
		func(o *janggi.Rules) { o.Scoring = janggi.Scoring(r.IntN(2)) },
		func(o *janggi.Rules) { o.Repetition = janggi.Repetition(r.IntN(4)) },
		func(o *janggi.Rules) { o.PerpetualCheck = janggi.PerpetualCheck(r.IntN(2)) },
		func(o *janggi.Rules) { o.LowMaterial = janggi.Limit(r.IntN(73)) },
		func(o *janggi.Rules) { o.TurnLimit = janggi.Limit(2 * r.IntN(1001)) },
		func(o *janggi.Rules) { o.NoCaptureLimit = janggi.Limit(2 + r.IntN(100)) },
		func(o *janggi.Rules) { o.BikjangOverCheck = !o.BikjangOverCheck },
		func(o *janggi.Rules) { o.DoublePass = janggi.DoublePass(r.IntN(2)) },
		func(o *janggi.Rules) { o.Deom = janggi.Points(r.IntN(145)) },
	} {
		if r.IntN(4) == 0 {
			change(&ruleset.Rules)
		}
	}
	return ruleset
}

// playedGame is a game of random turns under a ruleset, to its end or not, with clocks of the kind.
func playedGame(t *testing.T, r *rand.Rand) *Written {
	t.Helper()
	ruleset := anyRuleset(r)
	start := janggi.StartPosition(janggi.Setups()[r.IntN(4)], janggi.Setups()[r.IntN(4)])
	if r.IntN(3) == 0 {
		board := janggi.NewGame(recordRuleset.Rules, start)
		for range r.IntN(12) {
			moves := board.LegalMoves()
			start.Play(moves[r.IntN(len(moves))])
			board = janggi.NewGame(recordRuleset.Rules, start)
		}
	}
	w := &Written{Game: janggi.NewGame(ruleset.Rules, start), Preset: ruleset.Preset, Players: [2]string{"José 김", "Nguyễn 🐎"}}
	for range r.IntN(120) {
		if _, over := w.Game.Outcome(); over {
			break
		}
		moves := w.Game.LegalMoves()
		m := moves[r.IntN(len(moves))]
		if last, ok := w.Game.LastTurn(); ok && last.Move.IsPass() && moves[0].IsPass() {
			m = moves[0]
		}
		w.Game = w.Game.After(m)
	}
	if o, over := w.Game.Outcome(); over {
		w.Outcome = &o
	} else {
		w.Outcome = new(w.Game.Ended(janggi.EndResignation, janggi.ChoWins))
	}
	controls := []game.TimeControl{
		{Type: game.Unlimited}, {Type: game.PerMove, PerMoveMS: 90_000}, {Type: game.Fischer, InitialMS: 1_800_500, IncrementMS: 5_000},
		{Type: game.Fischer, InitialMS: 36_000_000}, {Type: game.Byoyomi, MainMS: 0, PeriodMS: 30_000, Periods: 30}, {Type: game.Byoyomi, MainMS: 600_000, PeriodMS: 120_000, Periods: 5},
	}
	w.TimeControl = controls[r.IntN(len(controls))]
	spent := make([]Clock, w.Game.Ply())
	for i := range spent {
		spent[i].Spent = new(r.Int64N(20_000))
		if r.IntN(3) == 0 {
			spent[i].Spent = new(1000 * r.Int64N(20))
		}
	}
	var ok bool
	if w.Clocks, ok = followClocks(w.TimeControl, start.SideToMove(), spent); w.TimeControl.Type == game.Unlimited {
		w.Clocks = spent
	} else if !ok {
		t.Fatal("the clocks of a random game ran out")
	}
	if n := len(w.Clocks); n > 1 && w.TimeControl.Type != game.Unlimited && r.IntN(3) == 0 {
		w.Clocks[n-1].Remaining = new(*w.Clocks[n-1].Remaining + 15_000) // time was added
	}
	return w
}

// Rules, start position, time control, clocks and names of a played game come back from every format that can hold
// them.
func TestAPlayedGameComesBackFromItsRecord(t *testing.T) {
	const seed = 20261130
	r := rand.New(rand.NewPCG(seed, 2))
	for n := range 300 {
		w := playedGame(t, r)
		for _, f := range []Format{Gib, PGN, JSON} {
			text := textOf(t, w, f)
			c, g := importOf(t, text, "")
			if c.Source.Cut != nil || len(c.Turns) != w.Game.Ply() {
				t.Fatalf("seed %d, game %d: %d of %d turns, cut %+v, in\n%s", seed, n, len(c.Turns), w.Game.Ply(), c.Source.Cut, text)
			}
			if c.Ruleset != w.ruleset() {
				t.Errorf("%s has the rules %+v, want %+v", f, c.Ruleset, w.ruleset())
			}
			board := playedAgain(t, c)
			end, over := board.Outcome()
			if !over {
				end = board.Ended(c.End, c.Result)
			}
			if !reflect.DeepEqual(end, *w.Outcome) {
				t.Errorf("%s ends %v, want %v", f, end, *w.Outcome)
			}
			if start := w.Game.Start(); *g.Start != start {
				t.Errorf("%s starts from %s, want %s", f, g.Start.FEN(), start.FEN())
			}
			if c.TimeControl != w.TimeControl {
				t.Errorf("%s has the time control %+v, want %+v; warned %v", f, c.TimeControl, w.TimeControl, g.Warnings)
			}
			side := w.Game.Start()
			mover := side.SideToMove()
			for i, clock := range w.Clocks {
				if c.Turns[i].SpentMS != *clock.Spent || clock.Remaining != nil && c.TimeControl == w.TimeControl && c.Turns[i].Clocks[mover] != (game.SideClock{RemainingMS: *clock.Remaining, PeriodsLeft: clock.PeriodsLeft}) {
					t.Errorf("%s: turn %d took %d ms and left %+v, want %d and %+v", f, i+1, c.Turns[i].SpentMS, c.Turns[i].Clocks, *clock.Spent, clock)
					break
				}
				mover = mover.Other()
			}
			if names := aboutGame(g.Tags).Players; names != w.Players {
				t.Errorf("%s names %q", f, names)
			}
			if t.Failed() {
				t.Fatalf("seed %d, game %d, warned %v:\n%s", seed, n, g.Warnings, text)
			}
		}
	}
}

// playedAgain is the game that an import makes.
func playedAgain(t *testing.T, c game.Import) janggi.Game {
	t.Helper()
	events, err := game.Decide(&game.State{}, c, 1)
	if err != nil {
		t.Fatal(err)
	}
	var s game.State
	for _, e := range events {
		if s, err = game.Evolve(s, e, 1); err != nil {
			t.Fatal(err)
		}
	}
	return s.Game
}

func TestATraditionalDrawStaysADraw(t *testing.T) {
	traditional, _ := game.RulesetNamed("traditional")
	passes := janggi.NewGame(traditional.Rules, janggi.StartPosition(janggi.HEEH, janggi.HEEH))
	passes = passes.After(janggi.Pass)
	passes = passes.After(janggi.Pass)
	start, err := janggi.ParseFEN("5k3/5CN2/9/1B7/9/9/1PP6/4C4/5K3/9 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	mate, err := janggi.ParseMove("f9f1")
	if err != nil {
		t.Fatal(err)
	}
	facing := janggi.NewGame(traditional.Rules, start)
	facing = facing.After(mate)
	facing = facing.After(janggi.Pass)
	for _, board := range []janggi.Game{passes, facing} {
		o, over := board.Outcome()
		if !over || o.Result != janggi.Draw {
			t.Fatalf("the game is %v, want a draw", o)
		}
		w := &Written{Game: board, Preset: "traditional", Outcome: &o, TimeControl: game.TimeControl{Type: game.Unlimited}}
		for _, f := range []Format{Gib, PGN, JSON} {
			c, g := importOf(t, textOf(t, w, f), f)
			again := playedAgain(t, c)
			if end, _ := again.Outcome(); end.Result != janggi.Draw || end.Reason != o.Reason || c.Source.Cut != nil {
				t.Errorf("%s ends %v, want %v; cut %+v, warned %v", f, end, o, c.Source.Cut, g.Warnings)
			}
		}
	}
}

func TestRulesThatTheMovesDoNotFollowAreWarnedOf(t *testing.T) {
	for text, want := range map[string]string{
		"[Ruleset \"standard\"]\n[Variant \"Janggi\"]\n\n1. pass pass 2. a4b4 1-0":     "does not go by the rules that it tells, standard,",
		"[Ruleset \"standard turn_limit=3\"]\n[Variant \"Janggi\"]\n\n1. a4b4 1-0":     "names no rules of this server",
		"[Ruleset \"blitz\"]\n[Variant \"Janggi\"]\n\n1. a4b4 1-0":                     `there is no preset "blitz"`,
		"[Ruleset \"standard colour=red\"]\n[Variant \"Janggi\"]\n\n1. a4b4 1-0":       `there is no option "colour"`,
		"[TimeControl \"40/7200:3600\"]\n[Variant \"Janggi\"]\n\n1. a4b4 1-0":          `the time control "40/7200:3600" was not understood`,
		"[TimeControl \"600+30(3)\"]\n[Variant \"Janggi\"]\n\n1. a4b4 1-0":             "the time control 600+30(3) was left out",
		"[TimeControl \"600+5\"]\n[Variant \"Janggi\"]\n\n1. a4b4 {[%clk 0:9:1]} pass": "the time control 600+5 was left out",
	} {
		g := readWhole(t, text, PGN)[0]
		c, err := g.Import()
		if err != nil || c.Source.Cut != nil || c.Ruleset != recordRuleset || !strings.Contains(fmt.Sprint(g.Warnings), want) {
			t.Errorf("%s: %v, %+v, cut %+v, warned %v; want %s", text, err, c.Ruleset, c.Source.Cut, g.Warnings, want)
		}
	}
}

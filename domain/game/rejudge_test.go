package game

import (
	"errors"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// judged is a game of turns from a start under a preset, as its events tell it.
func judged(t *testing.T, preset, fen string, moves ...string) *State {
	t.Helper()
	ruleset, ok := RulesetNamed(preset)
	if !ok {
		t.Fatalf("there is no preset %s", preset)
	}
	create := Create{Player: "ann", Opponent: OpponentSelf, Ruleset: ruleset, TimeControl: TimeControl{Type: Unlimited}, Visibility: Public, StartFEN: fen}
	events, err := Decide(&State{}, create, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := evolveAll(&State{}, events, 0)
	for _, text := range moves {
		events, err := Decide(s, PlayMove{Player: "ann", Text: text}, 0)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		s = evolveAll(s, events, 0)
	}
	return s
}

const (
	// Cho's soldier on e5 is all that stands between the generals.
	oneBetween = "3ak4/9/9/9/9/4P4/9/9/9/4K4 w - - 0 1"
	// Both sides can only shuffle.
	shuffling = "r2k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1"
)

func TestRejudge(t *testing.T) {
	repeat := []string{"i1i2", "a10a9", "i2i1", "a9a10", "i1i2", "a10a9", "i2i1", "a9a10"}
	resigned := func(s *State) *State {
		events, err := Decide(s, Resign{Player: "ann"}, 0)
		if err != nil {
			t.Fatal(err)
		}
		return evolveAll(s, events, 0)
	}
	tests := []struct {
		name   string
		game   *State
		under  string
		want   Difference
		ply    int
		reason janggi.EndReason // of the outcome under the other rules
		over   bool
	}{
		{"the same rules", judged(t, "standard", shuffling, repeat...), "standard", "", 8, janggi.EndRepetition, true},
		{"repetition means nothing", judged(t, "standard", shuffling, repeat...), "simple", GoesOn, 8, 0, false},
		{"repetition means something", judged(t, "simple", shuffling, append(repeat, "i1i2")...), "standard", EndsEarlier, 8, janggi.EndRepetition, true},
		{"a game that is not over, ended by the other rules", judged(t, "simple", shuffling, repeat...), "standard", EndsEarlier, 8, janggi.EndRepetition, true},
		{"a draw instead of points", judged(t, "standard", shuffling, "pass", "pass"), "traditional", EndsOtherwise, 2, janggi.EndDoublePass, true},
		{"facing ends it", judged(t, "standard", oneBetween, "e5d5", "d10d9"), "standard-score", EndsEarlier, 1, janggi.EndBikjang, true},
		{"facing must be answered", judged(t, "standard", oneBetween, "e5d5", "d10d9", "d5d6"), "online", IllegalTurn, 1, 0, false},
		{"a resignation stays one", resigned(judged(t, "standard", shuffling, "i1i2")), "simple", "", 1, janggi.EndResignation, true},
		{"a game that goes on", judged(t, "standard", shuffling, "i1i2"), "simple", "", 1, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ruleset, _ := RulesetNamed(tt.under)
			j := Rejudge(tt.game, ruleset.Rules)
			if j.Difference != tt.want || j.Ply != tt.ply || (j.Outcome != nil) != tt.over {
				t.Fatalf("%q at ply %d, outcome %+v; want %q at %d", j.Difference, j.Ply, j.Outcome, tt.want, tt.ply)
			}
			if tt.over && j.Outcome.Reason != tt.reason {
				t.Errorf("ends by %s, want %s", j.Outcome.Reason, tt.reason)
			}
			if _, illegal := errors.AsType[*janggi.IllegalMoveError](j.Illegal); illegal != (tt.want == IllegalTurn) {
				t.Errorf("illegal: %v", j.Illegal)
			}
		})
	}
}

func TestRejudgeGivesThePointsOfTheOtherRules(t *testing.T) {
	s := judged(t, "standard", shuffling, "pass", "pass")
	rules := s.Ruleset.Rules
	rules.Deom = 0
	j := Rejudge(s, rules)
	if j.Difference != EndsOtherwise || j.Outcome.Result != janggi.Draw {
		t.Errorf("%q, %+v: with equal material and no deom it is a draw", j.Difference, j.Outcome)
	}
}

func TestRejudgeOfAGameThatNeverStarted(t *testing.T) {
	if j := Rejudge(&State{Status: Waiting}, janggi.Rules{}); j.Difference != "" || j.Outcome != nil {
		t.Errorf("%+v", j)
	}
}

package janggi

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestDescribe(t *testing.T) {
	tests := []struct {
		name, fen, turns, move, want string // piece captured check facing occurrence answers
	}{
		{"a quiet move", shuffleBoard, "", "a1a2", "R . check:false facing:false 1 []"},
		{"a pass", shuffleBoard, "", "pass", ". . check:false facing:false 1 []"},
		{"a capture with check", shuffleBoard, "", "a1a10", "R r check:true facing:false 1 []"},
		{"a facing made", nearFacingBoard, "", "d2e2", "K . check:false facing:true 1 []"},
		{"a facing kept is not made", facingBoard, "", "e2e1", "K . check:false facing:false 1 []"},
		{"a second occurrence", shuffleBoard, "a1a2 a10a9 a2a1", "a9a10", "r . check:false facing:false 2 []"},
		{"a third occurrence", shuffleBoard, shuffle + " a1a2 a10a9 a2a1", "a9a10", "r . check:false facing:false 3 []"},
		{"the general moves", "9/5k3/9/9/3r5/9/9/9/9/3K3R1 w - - 0 1", "", "d1e1", "K . check:false facing:false 1 [general_moves]"},
		{"the general captures the checker", "9/5k3/9/9/9/9/9/9/3r5/3K5 w - - 0 1", "", "d1d2", "K r check:false facing:false 1 [general_moves captures]"},
		{"a line is blocked", "9/5k3/9/9/3r5/9/9/7R1/9/3K5 w - - 0 1", "", "h3d3", "R . check:false facing:false 1 [blocks]"},
		{"the checker is captured", "9/5k3/9/9/3r3R1/9/9/9/9/3K5 w - - 0 1", "", "h6d6", "R r check:false facing:false 1 [captures]"},
		{"a cannon's screen leaves", "9/5k3/9/9/3c5/9/9/9/3R5/3K5 w - - 0 1", "", "d2h2", "R . check:false facing:false 1 [blocks]"},
		{"a cannon gets a second screen", "9/5k3/9/9/3c5/9/9/7R1/3A5/3K5 w - - 0 1", "", "h3d3", "R . check:false facing:false 1 [blocks]"},
		{"a leg is blocked", "9/5k3/9/9/9/9/9/4n4/7R1/3K5 w - - 0 1", "", "h2e2", "R . check:false facing:false 1 [blocks]"},
	}
	for _, test := range tests {
		g := NewGame(rulesWith(t, `{"repetition": "off"}`), mustParse(t, test.fen))
		for _, turn := range strings.Fields(test.turns) {
			g = played(t, g, turn)
		}
		m := mustMove(t, test.move)
		if err := g.Validate(m); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		f := g.Describe(m)
		got := fmt.Sprintf("%c %c check:%v facing:%v %d %v", f.Piece.Letter(), f.Captured.Letter(), f.GivesCheck, f.MakesFacing, f.Occurrence, f.Answers)
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestEveryAnswerToACheckHasAKind(t *testing.T) {
	checked := 0
	for _, v := range readVectors(t) {
		if !v.Check {
			continue
		}
		checked++
		g := NewGame(rulesWith(t, `{}`), mustParse(t, v.FEN))
		for _, m := range g.LegalMoves() {
			answers := g.Describe(m).Answers
			if len(answers) == 0 || !slices.IsSorted(answers) {
				t.Errorf("%s: %v answers by %v", v.FEN, m, answers)
			}
			if slices.Contains(answers, GeneralMoves) == slices.Contains(answers, Blocks) && !slices.Contains(answers, Captures) {
				t.Errorf("%s: %v answers by %v", v.FEN, m, answers)
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d vectors are checks", checked)
	}
}

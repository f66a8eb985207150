package janggi

import (
	"slices"
	"strings"
	"testing"
)

func TestLegalMovesUnderOptions(t *testing.T) {
	// nothing but the generals, and a chariot that outweighs any low_material
	// of up to 13
	const oneChariot = "9/4k4/9/9/9/9/9/9/3K5/R8 w - - 0 1"
	tests := []struct {
		name    string
		options string
		fen     string
		turns   string
		legal   string   // exactly, in any order; "" to look only at the two below
		has     []string // among others
		hasNot  []string
	}{
		{name: "facing means nothing when off", options: `"bikjang": "off"`, fen: "9/4k4/9/9/9/9/9/9/4K4/9 w - - 0 1",
			legal: "e2d1 e2e1 e2f1 e2d2 e2f2 e2d3 e2e3 e2f3 pass"},
		{name: "nor is there a duty under score", options: `"bikjang": "score"`, fen: "9/4k4/9/9/9/9/9/9/4K4/9 w - - 0 1",
			legal: "e2d1 e2e1 e2f1 e2d2 e2f2 e2d3 e2e3 e2f3 pass"},
		{name: "answered, it must be broken or accepted", options: `"bikjang": "answer"`, fen: "9/4k4/9/9/9/9/9/9/4K4/9 w - - 0 1",
			legal: "e2d1 e2f1 e2d2 e2f2 e2d3 e2f3 pass"},
		{name: "in check and facing, one move answers both", options: `"bikjang": "answer"`,
			fen: "9/4k4/9/9/9/9/9/9/r3K4/9 w - - 0 1", legal: "e2d1 e2f1 e2d3 e2f3"},
		{name: "bikjang over check allows the pass", options: `"bikjang": "answer", "bikjang_over_check": true`,
			fen: "9/4k4/9/9/9/9/9/9/r3K4/9 w - - 0 1", legal: "e2d1 e2f1 e2d3 e2f3 pass"},
		{name: "but not to a side that is in check only", options: `"bikjang": "answer", "bikjang_over_check": true`,
			fen: "9/3k5/9/9/9/9/9/9/r3K4/9 w - - 0 1", hasNot: []string{"pass"}, has: []string{"e2e1"}},
		{name: "nor where bikjang is not answered", options: `"bikjang": "score", "bikjang_over_check": true`,
			fen: "9/4k4/9/9/9/9/9/9/r3K4/9 w - - 0 1", hasNot: []string{"pass"}},
		{name: "nor while either side has material", options: `"bikjang": "answer", "bikjang_over_check": true, "low_material": 13`,
			fen: "9/4k4/9/9/9/9/9/9/r3K4/9 w - - 0 1", legal: "e2e1 e2e3 e2d1 e2f1 e2d3 e2f3"},
		{name: "checkmated, there is no legal turn", fen: "1R2k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1", legal: "-"},

		{name: "low material: at it no turn may make the generals face", options: `"bikjang": "answer", "low_material": 13`,
			fen: oneChariot, has: []string{"d2d1", "d2d3", "pass"}, hasNot: []string{"d2e2"}},
		{name: "low material: also where bikjang means nothing", options: `"bikjang": "off", "low_material": 13`,
			fen: oneChariot, has: []string{"d2d1"}, hasNot: []string{"d2e2"}},
		{name: "low material: also where it would end the game", options: `"bikjang": "score", "low_material": 13`,
			fen: oneChariot, has: []string{"d2d1"}, hasNot: []string{"d2e2"}},
		{name: "low material: the other side's counts too", options: `"low_material": 13`,
			fen: "r8/4k4/9/9/9/9/9/9/3K5/9 w - - 0 1", hasNot: []string{"d2e2"}},
		{name: "low material: below it they may", options: `"bikjang": "answer", "low_material": 14`,
			fen: oneChariot, has: []string{"d2e2"}},
		{name: "low material: deom is not material", options: `"low_material": 14`,
			fen: "r8/4k4/9/9/9/9/9/9/3K5/9 w - - 0 1", has: []string{"d2e2"}},
		{name: "low material: the capture that brings both below it may", options: `"low_material": 10`,
			fen: "9/4k4/9/9/6r2/4N4/9/9/4K4/9 w - - 0 1", has: []string{"e5g6"}, hasNot: []string{"e5g4", "e5d7"}},
		{name: "low material: a capture that does not may not", options: `"low_material": 10`,
			fen: "9/4k4/9/9/6r2/4N4/9/9/4K4/r8 w - - 0 1", hasNot: []string{"e5g6"}},
		{name: "low material: in check, when every answer does", options: `"low_material": 10`,
			fen: "9/4k4/9/9/9/3r5/9/9/r8/3K5 w - - 0 1", legal: "d1e1"},
		{name: "low material: in check, when one answer does not", options: `"low_material": 10`,
			fen: "9/4k4/9/9/9/3r5/9/7R1/9/3K5 w - - 0 1", legal: "h3d3"},
		{name: "low material: a facing that is there may stay", options: `"bikjang": "answer", "low_material": 13`,
			fen: "9/4k4/9/9/9/9/9/9/4K4/R8 w - - 0 1", has: []string{"e2e1", "e2d2", "a1a2", "pass"}},
		{name: "low material: no duty in the turn that brings both below", options: `"bikjang": "answer", "low_material": 10`,
			fen: "9/4k4/9/9/6r2/9/5N3/9/4K4/9 w - - 0 1", has: []string{"f4g6", "e2e1", "pass"}},
		{name: "low material: the duty in the next", options: `"bikjang": "answer", "low_material": 10`,
			fen: "9/4k4/9/9/6r2/9/5N3/9/4K4/9 w - - 0 1", turns: "f4g6", legal: "e9d8 e9d9 e9f9 e9d10 e9f10 pass"},

		{name: "forbidden: the second occurrence may be made", options: `"repetition": "forbidden"`, fen: shuffleBoard,
			turns: "a1a2 a10a9 a2a1", has: []string{"a9a10"}},
		{name: "forbidden: the third may not, by any piece", options: `"repetition": "forbidden"`, fen: shuffleBoard,
			turns: shuffle + " a1a2 a10a9 a2a1", hasNot: []string{"a9a10"}, has: []string{"pass", "a9a8"}},
		{name: "forbidden: nor a later one", options: `"repetition": "forbidden"`, fen: "r2k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1",
			turns: "a10a9 pass a9a10 pass a10a9 pass a9a10 pass a10b10 a1b1 b10a10", hasNot: []string{"b1a1"}, has: []string{"b1c1", "pass"}},
		{name: "ends: the third may be made", options: `"repetition": "ends"`, fen: shuffleBoard,
			turns: shuffle + " a1a2 a10a9 a2a1", has: []string{"a9a10"}},
		{name: "forbidden: in check it may be made", options: `"repetition": "forbidden"`, fen: checkBoard,
			turns: checks + " h9h10 e10e9 h10h9", has: []string{"e9e10"}},
		{name: "forbidden: the check that repeats may not", options: `"repetition": "forbidden"`, fen: checkBoard,
			turns: checks + checks, hasNot: []string{"h9h10"}, has: []string{"h9h8"}},
		{name: "low material forbids repetition that ends", options: `"repetition": "ends", "low_material": 13`, fen: shuffleBoard,
			turns: shuffle + " a1a2 a10a9 a2a1", hasNot: []string{"a9a10"}},
		{name: "low material forbids repetition that is off", options: `"repetition": "off", "low_material": 13`, fen: shuffleBoard,
			turns: shuffle + " a1a2 a10a9 a2a1", hasNot: []string{"a9a10"}},
		{name: "below low material repetition is as set", options: `"repetition": "ends", "low_material": 14`, fen: shuffleBoard,
			turns: shuffle + " a1a2 a10a9 a2a1", has: []string{"a9a10"}},
	}
	for _, test := range tests {
		t.Run(strings.ReplaceAll(test.name, " ", "_"), func(t *testing.T) {
			g := NewGame(rulesWith(t, "{"+test.options+"}"), mustParse(t, test.fen))
			for _, turn := range strings.Fields(test.turns) {
				g = played(t, g, turn)
			}
			legal := texts(g.LegalMoves())
			if want := strings.Fields(strings.TrimPrefix(test.legal, "-")); test.legal != "" && !slices.Equal(sorted(legal), sorted(want)) {
				t.Errorf("legal are %v, want %v", sorted(legal), sorted(want))
			}
			for _, m := range test.has {
				if !slices.Contains(legal, m) {
					t.Errorf("%s is not among %v", m, legal)
				}
			}
			for _, m := range test.hasNot {
				if slices.Contains(legal, m) {
					t.Errorf("%s is among %v", m, legal)
				}
			}
		})
	}
}

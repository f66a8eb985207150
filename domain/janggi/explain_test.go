package janggi

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestReasons(t *testing.T) {
	const (
		start   = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"
		inCheck = "9/4k4/9/9/9/3r5/9/7R1/9/3K5 w - - 0 1"
	)
	tests := []struct {
		name    string
		options string
		fen     string
		turns   string
		move    string
		want    string // reason, and the point that is in the way if any
	}{
		{name: "neither UCI nor Korean", fen: start, move: "a4x4", want: "unreadable"},
		{name: "off the board", fen: start, move: "a4a11", want: "unreadable"},
		{name: "nothing to read", fen: start, move: "", want: "unreadable"},
		{name: "empty point", fen: start, move: "a5a6", want: "no_piece a5"},
		{name: "the enemy's piece", fen: start, move: "a7a6", want: "not_your_piece a7"},
		{name: "the enemy's general twice is no pass", fen: start, move: "e9e9", want: "not_your_piece e9"},
		{name: "another piece named", fen: start, move: "79마78", want: "wrong_piece i4"},
		{name: "another side named", fen: start, move: "79漢兵78", want: "wrong_piece i4"},
		{name: "another captured piece named", fen: "r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", move: "01차11포", want: "wrong_piece a10"},
		{name: "a captured piece named where there is none", fen: start, move: "79졸78졸", want: "wrong_piece h4"},
		{name: "own piece", fen: start, move: "a1b1", want: "own_piece_there b1"},
		{name: "own piece, where the piece never goes", fen: start, move: "b1i4", want: "own_piece_there i4"},
		{name: "own piece, outside the palace", fen: start, move: "e2e4", want: "own_piece_there e4"},
		{name: "its own point", fen: start, move: "a1a1", want: "own_piece_there a1"},
		{name: "general leaves the palace", fen: "9/4k4/9/9/9/9/9/3K5/9/9 w - - 0 1", move: "d3d4", want: "outside_palace d4"},
		{name: "general to the other palace", fen: start, move: "e2e8", want: "outside_palace e8"},
		{name: "guard leaves the palace", fen: start, move: "d1c2", want: "outside_palace c2"},
		{name: "general on no line", fen: "9/4k4/9/9/9/9/9/9/3K5/9 w - - 0 1", move: "d2e3", want: "not_a_move e3"},
		{name: "general two steps", fen: "9/4k4/9/9/9/9/9/3K5/9/9 w - - 0 1", move: "d3d1", want: "not_a_move d1"},
		{name: "guard across the palace", fen: "9/4k4/9/9/9/9/9/9/3K5/3A5 w - - 0 1", move: "d1f3", want: "not_a_move f3"},
		{name: "soldier back", fen: start, turns: "a4a5 a7a6", move: "a5a4", want: "not_a_move a4"},
		{name: "Han's soldier back", fen: start, turns: "a4b4 a7a6 b4b5", move: "a6a7", want: "not_a_move a7"},
		{name: "soldier two steps", fen: start, move: "a4a6", want: "not_a_move a6"},
		{name: "soldier diagonally outside the palace", fen: start, move: "a4b5", want: "not_a_move b5"},
		{name: "soldier back along a diagonal", fen: "5P3/9/3k5/9/9/9/9/9/4K4/9 w - - 0 1", move: "f10e9", want: "not_a_move e9"},
		{name: "soldier diagonally from an edge", fen: "4k4/9/4P4/9/9/9/9/9/3K5/9 w - - 0 1", move: "e8d9", want: "not_a_move d9"},
		{name: "soldier diagonally in its own palace's shape of lines only", fen: "3k5/9/9/3P5/9/9/9/9/4K4/9 w - - 0 1", move: "d7e8", want: "not_a_move e8"},

		{name: "chariot off its lines", fen: start, move: "a1b2", want: "not_a_move b2"},
		{name: "chariot diagonally from an edge", fen: "9/4k4/9/9/9/9/9/9/3R5/5K3 w - - 0 1", move: "d2e3", want: "not_a_move e3"},
		{name: "cannon on no line", fen: start, move: "b3c5", want: "not_a_move c5"},
		{name: "horse", fen: start, move: "b1b2", want: "not_a_move b2"},
		{name: "elephant as a horse", fen: start, move: "c1d3", want: "not_a_move d3"},
		{name: "chariot blocked", fen: start, move: "a1a5", want: "path_blocked a4"},
		{name: "chariot blocked, the nearest of two", fen: start, move: "a1a10", want: "path_blocked a4"},
		{name: "chariot blocked on a diagonal", fen: "4k4/9/9/9/9/9/9/5r3/4C4/3R1K3 w - - 0 1", move: "d1f3", want: "path_blocked e2"},
		{name: "horse's leg", fen: start, move: "h1f2", want: "leg_blocked g1"},
		{name: "elephant's first leg", fen: "9/3k5/9/9/2P6/2B6/9/9/9/4K4 w - - 0 1", move: "c5e8", want: "leg_blocked c6"},
		{name: "elephant's second leg", fen: "9/3k5/9/3P5/9/2B6/9/9/9/4K4 w - - 0 1", move: "c5e8", want: "leg_blocked d7"},
		{name: "elephant's both legs, the first", fen: "9/3k5/9/3P5/2P6/2B6/9/9/9/4K4 w - - 0 1", move: "c5e8", want: "leg_blocked c6"},
		{name: "cannon without a screen", fen: start, move: "b3b5", want: "no_screen b5"},
		{name: "cannon to its next point", fen: start, move: "b3b4", want: "no_screen b4"},
		{name: "cannon captures without a screen", fen: start, turns: "a4b4 a7a6", move: "h3h8", want: "no_screen h8"},
		{name: "cannon to the centre of a palace", fen: "3k5/9/9/9/9/9/9/9/9/3C1K3 w - - 0 1", move: "d1e2", want: "no_screen e2"},
		{name: "cannon over a cannon", fen: "3k5/9/9/9/9/1c7/9/1C7/9/5K3 w - - 0 1", move: "b3b8", want: "screen_is_cannon b5"},
		{name: "cannon over its own cannon", fen: "3k5/9/9/9/9/1C7/9/1C7/9/5K3 w - - 0 1", move: "b3b8", want: "screen_is_cannon b5"},
		{name: "cannon over a cannon on a diagonal", fen: "3k5/9/9/9/9/9/9/5r3/4c4/3C1K3 w - - 0 1", move: "d1f3", want: "screen_is_cannon e2"},
		{name: "cannon over two", fen: "3k5/9/9/1p7/9/1p7/9/1C7/9/5K3 w - - 0 1", move: "b3b9", want: "too_many_screens b7"},
		{name: "cannon over a cannon and another", fen: "3k5/9/9/1p7/9/1c7/9/1C7/9/5K3 w - - 0 1", move: "b3b9", want: "screen_is_cannon b5"},
		{name: "cannon over another and a cannon", fen: "3k5/9/1c7/9/9/1p7/9/1C7/9/5K3 w - - 0 1", move: "b3b9", want: "too_many_screens b8"},
		{name: "cannon takes a cannon", fen: "3k5/9/1c7/9/9/1p7/9/1C7/9/5K3 w - - 0 1", move: "b3b8", want: "target_is_cannon b8"},
		{name: "cannon takes a cannon on a diagonal", fen: "2bca3r/4k4/2n1cC3/1pp2R3/8p/9/1PPPN1P2/4C4/4A2r1/2BAK3R b - - 0 23", move: "d10f8", want: "target_is_cannon f8"},
		{name: "check not answered", fen: inCheck, move: "h3h4", want: "does_not_answer_check d5"},
		{name: "general steps from check to check", fen: inCheck, move: "d1d2", want: "does_not_answer_check d5"},
		{name: "a pinned piece moves", fen: "9/5k3/9/9/3r5/9/9/9/3R5/3K5 w - - 0 1", move: "d2e2", want: "leaves_general_in_check d6"},
		{name: "a general steps into check", fen: "9/5k3/9/9/4r4/9/9/9/9/3K5 w - - 0 1", move: "d1e1", want: "leaves_general_in_check e6"},
		{name: "a screen is given", fen: "5k3/9/9/3c5/9/9/9/9/2R6/3K5 w - - 0 1", move: "c2d2", want: "leaves_general_in_check d7"},
		{name: "a leg is opened", fen: "5k3/9/9/9/9/9/9/4n4/4R4/3K5 w - - 0 1", move: "e2f2", want: "leaves_general_in_check e3"},
		{name: "the facing is kept by a step on the file", options: `"bikjang": "answer"`, fen: facingBoard, move: "e2e1", want: "keeps_facing e9"},
		{name: "the facing is kept by another piece", options: `"bikjang": "answer"`, fen: facingBoard, move: "a4a5", want: "keeps_facing e9"},
		{name: "check before facing", options: `"bikjang": "answer"`, fen: "9/4k4/9/P8/9/9/9/9/r3K4/9 w - - 0 1", move: "a7a8", want: "does_not_answer_check a2"},
		{name: "check answered, the facing kept", options: `"bikjang": "answer"`, fen: "9/4k4/9/9/9/9/9/9/r3K4/9 w - - 0 1", move: "e2e1", want: "keeps_facing e9"},
		{name: "the facing is made too early", options: `"low_material": 2`, fen: nearFacingBoard, move: "d2e2", want: "makes_facing e9"},
		{name: "by leaving the file", options: `"low_material": 5`, fen: "9/4k4/9/9/6r2/4N4/9/9/4K4/9 w - - 0 1", move: "e5d7", want: "makes_facing e9"},
		{name: "in check", options: `"low_material": 10`, fen: inCheck, move: "d1e1", want: "makes_facing e9"},
		{name: "the third occurrence", options: `"repetition": "forbidden"`, fen: shuffleBoard, turns: shuffle + " a1a2 a10a9 a2a1", move: "a9a10", want: "repeats"},
		{name: "pass in check", fen: inCheck, move: "pass", want: "pass_in_check"},
		{name: "the general's point twice in check", fen: inCheck, move: "d1d1", want: "pass_in_check"},
	}
	for _, test := range tests {
		t.Run(strings.ReplaceAll(test.name, " ", "_"), func(t *testing.T) {
			g := NewGame(rulesWith(t, "{"+test.options+"}"), mustParse(t, test.fen))
			for _, turn := range strings.Fields(test.turns) {
				g = played(t, g, turn)
			}
			m, err := g.Parse(test.move)
			if err == nil {
				err = g.Validate(m)
			}
			if got := refusal(err); got != test.want {
				t.Errorf("%s: %q, want %q", test.move, got, test.want)
			}
		})
	}
}

// refusal formats an error of Parse or Validate in one line.
func refusal(err error) string {
	var illegal *IllegalMoveError
	switch {
	case errors.Is(err, ErrPassInCheck):
		return "pass_in_check"
	case !errors.As(err, &illegal):
		return "none"
	case illegal.At == NoPoint:
		return illegal.Reason.String()
	}
	return illegal.Reason.String() + " " + illegal.At.String()
}

func TestEveryReasonHasAName(t *testing.T) {
	want := []string{"unreadable", "no_piece", "not_your_piece", "wrong_piece", "own_piece_there", "outside_palace", "not_a_move",
		"path_blocked", "leg_blocked", "no_screen", "screen_is_cannon", "too_many_screens", "target_is_cannon", "does_not_answer_check",
		"leaves_general_in_check", "keeps_facing", "makes_facing", "repeats"}
	for i, word := range want {
		if got := Reason(i).String(); got != word {
			t.Errorf("reason %d is %q, want %q", i, got, word)
		}
	}
	if Reason(len(want)).String() != "#18" {
		t.Errorf("there is a reason more: %s", Reason(len(want)))
	}
}

// checkLaw fails unless Check is nil for exactly the legal moves, of all moves
// there could be, and gives a reason that is one of the listed kinds for the
// others.
func checkLaw(t *testing.T, g *Game) {
	t.Helper()
	legal := g.LegalMoves()
	slices.Sort(legal)
	check := func(m Move) {
		err := g.Validate(m)
		_, listed := slices.BinarySearch(legal, m)
		if listed != (err == nil) {
			t.Fatalf("%s under %+v after %v: %v is listed: %v, Check says %v", g.position.FEN(), g.Rules(), texts(g.Moves()), m, listed, err)
		}
		if err != nil && (refusal(err) == "none" || strings.HasSuffix(refusal(err), "check")) && !m.IsPass() {
			t.Fatalf("%s: %v is refused without a reason or a point: %v", g.position.FEN(), m, err)
		}
	}
	for from := range Point(PointCount) {
		for to := range Point(PointCount) {
			check(NewMove(from, to))
		}
	}
	check(Pass)
}

// demandingRules are options that work together in ways no preset does.
func demandingRules(t testing.TB) []Rules {
	var all []Rules
	for _, p := range Presets() {
		all = append(all, p.Rules)
	}
	return append(all,
		rulesWith(t, `{"bikjang": "score", "repetition": "forbidden", "low_material": 40}`),
		rulesWith(t, `{"bikjang": "answer", "bikjang_over_check": true, "low_material": 20, "repetition": "loses", "perpetual_check": "loses"}`),
		rulesWith(t, `{"bikjang": "answer", "repetition": "forbidden", "deom": 0}`))
}

func TestValidateAgreesWithLegalMovesOnTheVectors(t *testing.T) {
	step := 20
	if testing.Short() {
		step = 100
	}
	rules := demandingRules(t)
	for i, v := range readVectors(t) {
		if i%step == 0 {
			g := NewGame(rules[i/step%len(rules)], mustParse(t, v.FEN))
			checkLaw(t, &g)
		}
	}
}

func TestValidateAgreesWithLegalMovesInPlay(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, rules := range demandingRules(t) {
		g := NewGame(rules, StartPosition(Setups()[random.IntN(4)], Setups()[random.IntN(4)]))
		playOn(&g, random, 120, func(g *Game) {
			if g.Ply()%15 == 0 {
				checkLaw(t, g)
			}
		})
	}
}

// playOn plays random legal turns, going back and forth now and then so that
// positions recur, until no turn is legal or the game has as many plies; what
// is visited is every game on the way.
func playOn(g *Game, random *rand.Rand, plies int, visit func(*Game)) {
	for g.Ply() < plies {
		visit(g)
		legal := g.LegalMoves()
		if len(legal) == 0 {
			return
		}
		m := legal[random.IntN(len(legal))]
		if g.Ply() >= 2 && random.IntN(3) > 0 {
			last := g.TurnAt(g.Ply() - 1).Move
			if back := NewMove(last.To(), last.From()); slices.Contains(legal, back) {
				m = back
			}
		}
		*g = g.After(m)
	}
}

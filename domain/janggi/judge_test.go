package janggi

import (
	"fmt"
	"strings"
	"testing"
)

// Boards of the judging tests. Generals stand apart on files where they do not
// face each other unless a board says so.
const (
	// chariots shuffle; both sides have 13 points of material
	shuffleBoard = "r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
	// Cho's chariot checks on h9 and h10 for as long as it likes
	checkBoard = "4k4/7R1/9/9/9/9/9/9/9/3K5 w - - 0 1"
	// the same for Han
	hanCheckBoard = "5k3/9/9/9/9/9/9/9/7r1/4K4 b - - 0 1"
	// e6d8 gives check and opens the e-file: the guard's block and the
	// general's step leave the generals facing
	facingMateBoard = "3aka3/9/9/9/4N4/9/9/9/4K4/9 w - - 0 1"
	// e6f8 gives mate and opens the e-file
	mateAndFacingBoard = "4kn3/R8/9/9/4N4/3R5/9/9/4K4/9 w - - 0 1"
	// b8b10 gives mate
	mateBoard = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1"
	// the generals face from the start
	facingBoard = "9/4k4/9/p8/9/9/P8/9/4K4/9 w - - 0 1"
	// d2e2 makes the generals face
	nearFacingBoard = "9/4k4/9/p8/9/9/P8/9/3K5/9 w - - 0 1"
	// each of f5e5 e8f8 e5f5 f8e8 gives check, and the first answers one
	mutualCheckBoard = "9/5c3/4k4/9/2C6/5R3/9/9/5K3/4r4 w - - 0 1"

	shuffle    = " a1a2 a10a9 a2a1 a9a10"
	checks     = " h9h10 e10e9 h10h9 e9e10"
	quiet      = " h9g9 e10d10 g9h9 d10e10" // on the same board
	hanChecks  = " h2h1 e1e2 h1h2 e2e1"
	mutual     = " f5e5 e8f8 e5f5 f8e8"
	noLimit    = `"turn_limit": null`
	bothAbove5 = `, "low_material": 5`
)

type judgement struct {
	name    string
	options string // over the preset standard, without braces
	fen     string
	turns   string // separated by spaces; every one legal, and none but the last may end the game
	want    string // "reason result points evidence"; "" while the game goes on
}

func TestJudging(t *testing.T) {
	for _, groups := range [][]judgement{checkmates, bikjangs, doublePasses, repetitions, perpetualChecks, limits, lowMaterials} {
		for _, j := range groups {
			t.Run(strings.ReplaceAll(j.name, " ", "_"), j.check)
		}
	}
}

func (j judgement) check(t *testing.T) {
	g := NewGame(rulesWith(t, "{"+j.options+"}"), mustParse(t, j.fen))
	for _, turn := range strings.Fields(j.turns) {
		if got := judged(&g); got != "" {
			t.Fatalf("ended at ply %d: %s", g.Ply(), got)
		}
		g = played(t, g, turn)
	}
	if got := judged(&g); got != j.want {
		t.Errorf("judged %q, want %q", got, j.want)
	}
}

// judged is the outcome in one line.
func judged(g *Game) string {
	o, over := g.Outcome()
	if !over {
		return ""
	}
	text := fmt.Sprintf("%v %v %v:%v", o.Reason, o.Result, o.Points[Cho], o.Points[Han])
	if o.Evidence != nil {
		text += fmt.Sprint(" ", o.Evidence)
	}
	return text
}

var checkmates = []judgement{
	{"mate", "", mateBoard, "b8b10", "checkmate cho 26:1.5"},
	{"mate of the start position", "", "1R2k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1", "", "checkmate cho 26:1.5"},
	{"no stalemate", "", "3k5/c7R/9/9/9/9/9/9/9/4RK3 b - - 0 1", "pass", ""},
	{"a guard blocks when facing means nothing", `"bikjang": "off"`, facingMateBoard, "e6d8 d10d9", ""},
	{"mate because every answer keeps the facing", `"bikjang": "answer"`, facingMateBoard, "e6d8", "checkmate cho 5:7.5"},
	{"bikjang over check leaves the pass", `"bikjang": "answer", "bikjang_over_check": true`, facingMateBoard, "e6d8", ""},
	{"and the pass in check accepts it", `"bikjang": "answer", "bikjang_over_check": true`, facingMateBoard, "e6d8 pass", "bikjang han 5:7.5"},
	{"no duty to break a facing, no mate, while either side has material", `"bikjang": "answer"` + bothAbove5,
		"3aka3/9/9/9/9/9/9/9/4K2R1/9 w - - 0 1", "h2h10", ""},
	{"mate before bikjang", `"bikjang": "score"`, mateAndFacingBoard, "e6f8", "checkmate cho 31:6.5"},
	{"mate before the turn limit", `"turn_limit": 2`, "4k4/R8/1R7/9/9/9/9/9/9/3K5 b - - 0 1", "pass b8b10", "checkmate cho 26:1.5"},
	{"mate before the no-capture limit", `"no_capture_limit": 2`, "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 1 1", "b8b10", "checkmate cho 26:1.5"},
	{"mate whatever the settlement", `"settle": "draw"`, mateBoard, "b8b10", "checkmate cho 26:1.5"},
}

var bikjangs = []judgement{
	{"off", `"bikjang": "off"`, nearFacingBoard, "d2e2 a7a6 a4a5", ""},
	{"score: a move that makes the generals face", `"bikjang": "score"`, nearFacingBoard, "d2e2", "bikjang han 2:3.5"},
	{"score: settled as a draw", `"bikjang": "score", "settle": "draw"`, nearFacingBoard, "d2e2", "bikjang draw 2:3.5"},
	{"score: equal points are a draw", `"bikjang": "score", "deom": 0`, nearFacingBoard, "d2e2", "bikjang draw 2:2"},
	{"score: half a point decides", `"bikjang": "score", "deom": 0.5`, nearFacingBoard, "d2e2", "bikjang han 2:2.5"},
	{"score: facing at the start ends nothing", `"bikjang": "score"`, facingBoard, "", ""},
	{"score: a turn that breaks it goes on", `"bikjang": "score"`, facingBoard, "e2d2", ""},
	{"score: a turn that leaves it ends the game", `"bikjang": "score"`, facingBoard, "a4a5", "bikjang han 2:3.5"},
	{"score: so does a step on the open file", `"bikjang": "score"`, facingBoard, "e2e1", "bikjang han 2:3.5"},
	{"score: and a pass", `"bikjang": "score"`, facingBoard, "pass", "bikjang han 2:3.5"},
	{"score: a facing made with check that can be answered", `"bikjang": "score"`, facingMateBoard, "e6d8", "bikjang han 5:7.5"},
	{"answer: making it ends nothing", `"bikjang": "answer"`, nearFacingBoard, "d2e2", ""},
	{"answer: breaking it ends nothing", `"bikjang": "answer"`, nearFacingBoard, "d2e2 e9f9", ""},
	{"answer: the pass accepts it", `"bikjang": "answer"`, nearFacingBoard, "d2e2 pass", "bikjang han 2:3.5"},
	{"answer: a pass while not facing ends nothing", `"bikjang": "answer"`, nearFacingBoard, "pass", ""},
	{"answer: facing at the start is there to be answered", `"bikjang": "answer"`, facingBoard, "pass", "bikjang han 2:3.5"},
	{"answer: settled as a draw", `"bikjang": "answer", "settle": "draw"`, facingBoard, "pass", "bikjang draw 2:3.5"},
	{"bikjang before the turn limit", `"bikjang": "score", "turn_limit": 2`, nearFacingBoard, "pass e9d9", "bikjang han 2:3.5"},
	{"bikjang before the no-capture limit", `"bikjang": "score", "no_capture_limit": 2`, nearFacingBoard, "pass e9d9", "bikjang han 2:3.5"},
}

var doublePasses = []judgement{
	{"one pass", "", shuffleBoard, "pass", ""},
	{"two passes", "", shuffleBoard, "pass pass", "double_pass han 13:14.5"},
	{"Han to begin", "", "r2k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1", "pass pass", "double_pass han 13:14.5"},
	{"a move in between", "", shuffleBoard, "pass a10a9 pass", ""},
	{"settled as a draw", `"settle": "draw"`, shuffleBoard, "pass pass", "double_pass draw 13:14.5"},
	{"ends a game without a limit", noLimit + `, "repetition": "off"`, shuffleBoard, "pass pass", "double_pass han 13:14.5"},
	{"two passes where they mean nothing", `"double_pass": "off"`, shuffleBoard, "pass pass", ""},
	{"three passes where they mean nothing", `"double_pass": "off", "repetition": "off"`, shuffleBoard, "pass pass pass", ""},
	{"two passes before the limits", `"turn_limit": 2, "no_capture_limit": 2`, shuffleBoard, "pass pass", "double_pass han 13:14.5"},
}

var repetitions = []judgement{
	{"ends: the second occurrence", "", shuffleBoard, shuffle, ""},
	{"ends: the third, the start counted", "", shuffleBoard, shuffle + shuffle, "repetition han 13:14.5 [0 4 8]"},
	{"ends: as a draw", `"settle": "draw"`, shuffleBoard, shuffle + shuffle, "repetition draw 13:14.5 [0 4 8]"},
	{"ends: equal points are a draw", `"deom": 0`, shuffleBoard, shuffle + shuffle, "repetition draw 13:13 [0 4 8]"},
	{"ends: Han to begin", "", "r2k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1",
		"a10a9 a1a2 a9a10 a2a1 a10a9 a1a2 a9a10 a2a1", "repetition han 13:14.5 [0 4 8]"},
	{"ends: the counters of a FEN play no part", "", "r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 50 80", shuffle + shuffle, "repetition han 13:14.5 [0 4 8]"},
	{"ends: not all at one stretch", "", shuffleBoard, shuffle + " a1b1 a10a9 b1a1 a9a10", "repetition han 13:14.5 [0 4 8]"},
	{"ends: a pass changes the side to move", "", shuffleBoard, "pass a10a9 a1a2 a9a10 a2a1 a10a9 pass", ""},
	{"ends: completed by a pass", "", "r2k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1",
		"a10a9 pass a9a10 pass a10a9 pass a9a10 pass", "repetition han 13:14.5 [0 4 8]"},
	{"ends: before two passes", "", shuffleBoard, shuffle + " pass pass", "repetition han 13:14.5 [0 4 6]"},
	{"ends: before the turn limit", `"turn_limit": 8`, shuffleBoard, shuffle + shuffle, "repetition han 13:14.5 [0 4 8]"},
	{"ends: before the no-capture limit", `"no_capture_limit": 8`, shuffleBoard, shuffle + shuffle, "repetition han 13:14.5 [0 4 8]"},
	{"ends: an equal board before a capture is another position", "",
		"r2k5/9/9/9/9/9/9/7p1/7R1/4K4 w - - 0 1", "pass a10a9 h2h3 a9a10 h3h2 a10a9 pass a9a10 pass a10a9", ""},
	{"loses: Han completes it", `"repetition": "loses"`, shuffleBoard, shuffle + shuffle, "repetition cho 13:14.5 [0 4 8]"},
	{"loses: Cho completes it", `"repetition": "loses"`, "r2k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1",
		"a10a9 a1a2 a9a10 a2a1 a10a9 a1a2 a9a10 a2a1", "repetition han 13:14.5 [0 4 8]"},
	{"loses: also where settling is a draw", `"repetition": "loses", "settle": "draw"`, shuffleBoard, shuffle + shuffle, "repetition cho 13:14.5 [0 4 8]"},
	{"loses: by a pass", `"repetition": "loses"`, "r2k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1",
		"a10a9 pass a9a10 pass a10a9 pass a9a10 pass", "repetition han 13:14.5 [0 4 8]"},
	{"forbidden: a pass completes it and ends nothing", `"repetition": "forbidden"`, "r2k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1",
		"a10a9 pass a9a10 pass a10a9 pass a9a10 pass", ""},
	{"forbidden: an answer to check completes it and ends nothing", `"repetition": "forbidden"`, checkBoard, checks + checks, ""},
	{"off", `"repetition": "off"`, shuffleBoard, shuffle + shuffle + shuffle + shuffle, ""},
}

var perpetualChecks = []judgement{
	{"ignored: settled", "", checkBoard, checks + checks, "repetition cho 13:1.5 [0 4 8]"},
	{"loses: whatever the points", `"perpetual_check": "loses"`, checkBoard, checks + checks, "perpetual_check han 13:1.5 [0 4 8]"},
	{"loses: Han checks", `"perpetual_check": "loses"`, hanCheckBoard, hanChecks + hanChecks, "perpetual_check cho 0:14.5 [0 4 8]"},
	{"loses: also where settling is a draw", `"perpetual_check": "loses", "settle": "draw"`, checkBoard, checks + checks,
		"perpetual_check han 13:1.5 [0 4 8]"},
	{"loses: and not the side that completes it", `"perpetual_check": "loses", "repetition": "loses"`, checkBoard, checks + checks,
		"perpetual_check han 13:1.5 [0 4 8]"},
	{"loses: with repetition off", `"perpetual_check": "loses", "repetition": "off"`, checkBoard, checks + checks,
		"perpetual_check han 13:1.5 [0 4 8]"},
	{"loses: with repetition forbidden", `"perpetual_check": "loses", "repetition": "forbidden"`, checkBoard, checks + checks,
		"perpetual_check han 13:1.5 [0 4 8]"},
	{"loses: while low_material forbids repetition", `"perpetual_check": "loses"` + bothAbove5, checkBoard, checks + checks,
		"perpetual_check han 13:1.5 [0 4 8]"},
	{"loses: the third occurrence completed by a check", `"perpetual_check": "loses"`, "9/4k2R1/9/9/9/9/9/9/9/3K5 b - - 0 1",
		"e9e10 h9h10 e10e9 h10h9 e9e10 h9h10 e10e9 h10h9", "perpetual_check han 13:1.5 [0 4 8]"},
	{"loses: a turn without check before the first occurrence does not matter", `"perpetual_check": "loses"`,
		"4k4/6R2/9/9/9/9/9/9/9/3K5 w - - 0 1", "g9h9 pass" + checks + checks, "perpetual_check han 13:1.5 [2 6 10]"},
	{"loses: one turn without check clears", `"perpetual_check": "loses"`, checkBoard,
		checks + " h9h8 e10d10 h8h9 d10e10", "repetition cho 13:1.5 [0 4 8]"},
	{"loses: a pass in between clears", `"perpetual_check": "loses"`, checkBoard,
		checks + " pass e10d10 h9h10 d10e9 h10h9 e9e10", "repetition cho 13:1.5 [0 4 10]"},
	{"loses: judged at the fourth occurrence, over the latest three", `"perpetual_check": "loses", "repetition": "off"`, checkBoard,
		quiet + checks + checks, "perpetual_check han 13:1.5 [0 4 8 12]"},
	{"loses: not at the fourth while a pass is among the latest three", `"perpetual_check": "loses", "repetition": "off"`, checkBoard,
		checks + " pass e10d10 h9h10 d10e9 h10h9 e9e10" + checks, ""},
	{"loses: judged at the fifth", `"perpetual_check": "loses", "repetition": "off"`, checkBoard,
		quiet + quiet + checks + checks, "perpetual_check han 13:1.5 [0 4 8 12 16]"},
	{"both check: repetition", `"perpetual_check": "loses"`, mutualCheckBoard, mutual + mutual, "repetition han 20:21.5 [0 4 8]"},
	{"both check: repetition off", `"perpetual_check": "loses", "repetition": "off"`, mutualCheckBoard, mutual + mutual, ""},
	{"neither checks: repetition", `"perpetual_check": "loses"`, shuffleBoard, shuffle + shuffle, "repetition han 13:14.5 [0 4 8]"},
}

var limits = []judgement{
	{"the turn before the limit", `"turn_limit": 4`, shuffleBoard, "a1a2 a10a9 a2a3", ""},
	{"turn limit", `"turn_limit": 4`, shuffleBoard, "a1a2 a10a9 a2a3 a9a8", "turn_limit han 13:14.5"},
	{"turn limit, passes counted", `"turn_limit": 4`, shuffleBoard, "a1a2 pass a2a3 pass", "turn_limit han 13:14.5"},
	{"turn limit, the move number of a FEN not counted", `"turn_limit": 4`, "r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 77", "a1a2 a10a9 a2a3", ""},
	{"turn limit, settled as a draw", `"turn_limit": 2, "settle": "draw"`, shuffleBoard, "a1a2 a10a9", "turn_limit draw 13:14.5"},
	{"turn limit, after a capture", `"turn_limit": 2`, shuffleBoard, "a1a10 d10e9", "turn_limit cho 13:1.5"},
	{"no capture", `"no_capture_limit": 4`, shuffleBoard, "a1a2 a10a9 a2a3", ""},
	{"no capture, reached", `"no_capture_limit": 4`, shuffleBoard, "a1a2 a10a9 a2a3 a9a8", "no_capture_limit han 13:14.5"},
	{"no capture, passes count", `"no_capture_limit": 4`, shuffleBoard, "a1a2 pass a2a3 pass", "no_capture_limit han 13:14.5"},
	{"no capture, soldiers reset nothing", `"no_capture_limit": 4`, nearFacingBoard, "a4b4 a7b7 b4c4 b7c7", "no_capture_limit han 2:3.5"},
	{"no capture, a capture resets", `"no_capture_limit": 4`, shuffleBoard, "a1a2 a10a9 a2a9 d10e10 a9a8 e10d10", ""},
	{"no capture, and counting begins anew", `"no_capture_limit": 4`, shuffleBoard, "a1a2 a10a9 a2a9 d10e10 a9a8 e10d10 a8b8", "no_capture_limit cho 13:1.5"},
	{"no capture, seeded by a FEN", `"no_capture_limit": 4`, "r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 2 1", "a1a2 a10a9", "no_capture_limit han 13:14.5"},
	{"no capture, judged after a turn only", `"no_capture_limit": 4`, "r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 9 1", "", ""},
	{"no capture, exceeded by a FEN", `"no_capture_limit": 4`, "r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 9 1", "a1a2", "no_capture_limit han 13:14.5"},
	{"no capture, exceeded by a FEN but captured", `"no_capture_limit": 4`, "r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 9 1", "a1a10", ""},
	{"no capture before the turn limit", `"no_capture_limit": 2, "turn_limit": 2`, shuffleBoard, "a1a2 a10a9", "no_capture_limit han 13:14.5"},
}

var lowMaterials = []judgement{
	{"facing from the start means nothing while either side has it", `"bikjang": "answer", "low_material": 2`, facingBoard, "pass", ""},
	{"nor a turn that leaves it", `"bikjang": "score", "low_material": 2`, facingBoard, "a4a5", ""},
	{"both below: a facing made ends under score", `"bikjang": "score", "low_material": 3`, nearFacingBoard, "d2e2", "bikjang han 2:3.5"},
	{"both below: a facing is accepted", `"bikjang": "answer", "low_material": 3`, nearFacingBoard, "d2e2 pass", "bikjang han 2:3.5"},
	{"the capture that brings both below may make the facing, which then ends the game under score", `"bikjang": "score", "low_material": 10`,
		"9/4k4/9/9/6r2/4N4/9/9/4K4/9 w - - 0 1", "e5g6", "bikjang cho 5:1.5"},
	{"the same under answer: it is there to be accepted", `"bikjang": "answer", "low_material": 10`,
		"9/4k4/9/9/6r2/4N4/9/9/4K4/9 w - - 0 1", "e5g6 pass", "bikjang cho 5:1.5"},
	{"a facing forced by check means nothing", `"bikjang": "answer", "low_material": 10`,
		"9/4k4/9/9/9/3r5/9/9/r8/3K5 w - - 0 1", "d1e1 pass", ""},
	{"repetition is forbidden above: a pass completes it", `"low_material": 13`, "r2k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1",
		"a10a9 pass a9a10 pass a10a9 pass a9a10 pass", ""},
	{"also where it is off", `"repetition": "loses", "low_material": 13`, "r2k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1",
		"a10a9 pass a9a10 pass a10a9 pass a9a10 pass", ""},
	{"repetition as set below", `"low_material": 14`, shuffleBoard, shuffle + shuffle, "repetition han 13:14.5 [0 4 8]"},
}

// A game is over with the first pass that accepts a bikjang; a game led past
// that end still shows which of the two comes first.
func TestSecondPassThatAcceptsIsBikjang(t *testing.T) {
	g := NewGame(rulesWith(t, `{"bikjang": "answer"}`), mustParse(t, facingBoard))
	g = g.After(Pass)
	g = g.After(Pass)
	if got, want := judged(&g), "bikjang han 2:3.5"; got != want {
		t.Errorf("judged %q, want %q", got, want)
	}
}

func TestGameWithoutTurnLimitIsScoredAfter2000Turns(t *testing.T) {
	for _, settle := range []Scoring{ScoringPoints, ScoringDraw} {
		g := NewGame(Rules{Repetition: RepetitionOff, Scoring: settle, Deom: 3}, mustParse(t, shuffleBoard))
		for g.Ply() < 2000 {
			if got := judged(&g); got != "" {
				t.Fatalf("ended at ply %d: %s", g.Ply(), got)
			}
			for _, turn := range strings.Fields(shuffle) {
				g = played(t, g, turn)
			}
		}
		want := map[Scoring]string{ScoringPoints: "turn_limit han 13:14.5", ScoringDraw: "turn_limit draw 13:14.5"}[settle]
		if got := judged(&g); got != want {
			t.Errorf("judged %q, want %q", got, want)
		}
		if n := g.Occurrences(); n != 501 {
			t.Errorf("the start stood %d times, want 501", n)
		}
	}
}

func TestStandardGameIsScoredAfterTurn400(t *testing.T) {
	preset, _ := PresetNamed("standard")
	g := NewGame(preset.Rules, mustParse(t, shuffleBoard))
	for g.Ply() < 400 {
		if o, over := g.Outcome(); over && o.Reason != EndRepetition {
			t.Fatalf("ended at ply %d: %v", g.Ply(), o.Reason)
		}
		g = played(t, g, strings.Fields(shuffle)[g.Ply()%4])
	}
	if !g.reachedTurnLimit() {
		t.Error("turn 400 is not the last")
	}
	g = g.TakenBack(1)
	if g.reachedTurnLimit() {
		t.Error("turn 399 is the last")
	}
}

func TestJudgingARunningGameAllocatesNothing(t *testing.T) {
	g := NewGame(rulesWith(t, `{"perpetual_check": "loses", "repetition": "off"}`), mustParse(t, mutualCheckBoard))
	for _, turn := range strings.Fields(mutual + mutual + mutual) {
		g = played(t, g, turn)
	}
	allocations := testing.AllocsPerRun(100, func() {
		if _, over := g.Outcome(); over {
			t.Fatal("the game is over")
		}
	})
	if allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

func TestEndedGamesHavePoints(t *testing.T) {
	g := NewGame(rulesWith(t, `{}`), mustParse(t, mateBoard))
	for _, reason := range []EndReason{EndTime, EndResignation, EndAgreement, EndAbandoned, EndAdjudication} {
		if o := g.Ended(reason, HanWins); o.Points == nil || *o.Points != [2]Points{52, 3} || o.Result != HanWins || o.Reason != reason {
			t.Errorf("%v: %+v", reason, o)
		}
	}
	if o := g.Ended(EndAborted, ResultNone); o.Points != nil {
		t.Errorf("an aborted game has points: %v", *o.Points)
	}
}

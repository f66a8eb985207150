package janggi

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// state formats everything observable about a game.
func state(g *Game) string {
	var b strings.Builder
	fmt.Fprintln(&b, g.position.FEN(), g.Ply(), g.SideToMove(), g.Occurrences(), g.Points(), g.Material(), judged(g), texts(g.Moves()), texts(g.LegalMoves()))
	for ply := 1; ply <= g.Ply(); ply++ {
		fmt.Fprintln(&b, g.TurnAt(ply))
	}
	return b.String()
}

func TestTakingBackAfterATurnChangesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, rules := range demandingRules(t) {
		g := NewGame(rules, StartPosition(HEEH, EHHE))
		playOn(&g, random, 60, func(g *Game) {
			if g.Ply()%7 != 0 {
				return
			}
			before := state(g)
			for _, m := range g.LegalMoves() {
				after := g.After(m)
				if back := after.TakenBack(1); state(&back) != before {
					t.Fatalf("%v and back:\n%s\nbefore:\n%s", m, state(&back), before)
				}
			}
			if state(g) != before {
				t.Fatalf("the game itself has changed:\n%s\nbefore:\n%s", state(g), before)
			}
		})
	}
}

func TestTakenBackGameIsTheGameAsItWas(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	g := NewGame(demandingRules(t)[0], StartPosition(HEHE, EHEH))
	var was []string
	playOn(&g, random, 80, func(g *Game) { was = append(was, state(g)) })
	for n := range g.Ply() {
		back := g.TakenBack(n + 1)
		if got := state(&back); got != was[g.Ply()-n-1] {
			t.Fatalf("without %d turns:\n%s\nit was:\n%s", n+1, got, was[g.Ply()-n-1])
		}
	}
}

func TestTakenBackTurnsAreNotCounted(t *testing.T) {
	g := NewGame(rulesWith(t, `{}`), mustParse(t, shuffleBoard))
	for _, turn := range strings.Fields(shuffle + " a1a2 a10a9 a2a1") {
		g = played(t, g, turn)
	}
	third := played(t, g, "a9a10")
	if judged(&third) == "" {
		t.Fatal("the third occurrence ended nothing")
	}
	back := third.TakenBack(5)
	for _, turn := range strings.Fields("a9a8 a1a2 a8a10 a2a1") {
		back = played(t, back, turn)
	}
	if n := back.Occurrences(); back.Ply() != 7 || n != 1 {
		t.Errorf("after %d turns in force the position stood %d times, want 7 and 1", back.Ply(), n)
	}
	if n := back.TakenBack(3); n.Ply() != 4 {
		t.Errorf("ply %d, want 4", n.Ply())
	}
}

// Two branches of one game share its array until they part, so whatever order
// they grow in, neither may see the other.
func TestBranchesOfAGameDoNotDisturbEachOther(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	rules := demandingRules(t)[0]
	trunk := NewGame(rules, StartPosition(HEHE, HEHE))
	playOn(&trunk, random, 20, func(*Game) {})
	branches := []Game{trunk, trunk.TakenBack(3), trunk.TakenBack(3), trunk}
	for range 200 {
		i := random.IntN(len(branches))
		legal := branches[i].LegalMoves()
		if len(legal) > 0 {
			branches[i] = branches[i].After(legal[random.IntN(len(legal))])
		}
		for _, b := range branches {
			again := NewGame(rules, b.Start())
			for _, m := range b.Moves() {
				again = again.After(m)
			}
			if state(&b) != state(&again) {
				t.Fatalf("a branch has become\n%s\nits moves give\n%s", state(&b), state(&again))
			}
		}
	}
}

// Meant for the race detector.
func TestAGameMayBranchConcurrently(t *testing.T) {
	trunk := NewGame(rulesWith(t, `{"repetition": "off"}`), StartPosition(HEHE, HEHE))
	random := rand.New(rand.NewPCG(9, 10))
	playOn(&trunk, random, 10, func(*Game) {})
	var wait sync.WaitGroup
	for seed := range uint64(4) {
		wait.Go(func() {
			random := rand.New(rand.NewPCG(seed, 1))
			g := trunk.TakenBack(int(seed % 2))
			playOn(&g, random, 60, func(*Game) {})
			again := NewGame(g.Rules(), g.Start())
			for _, m := range g.Moves() {
				again = again.After(m)
			}
			if state(&g) != state(&again) {
				t.Errorf("branch %d was disturbed", seed)
			}
		})
	}
	wait.Wait()
}

func TestMovesAreTheCallersOwn(t *testing.T) {
	g := NewGame(rulesWith(t, `{}`), mustParse(t, shuffleBoard))
	g = played(t, g, "a1a2")
	g.Moves()[0] = Pass
	if m := g.Moves()[0]; m.String() != "a1a2" {
		t.Errorf("the first move has become %v", m)
	}
}

func TestTurnsRecordTheirConsequences(t *testing.T) {
	g := NewGame(rulesWith(t, `{}`), mustParse(t, "r2k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1"))
	if _, ok := g.LastTurn(); ok {
		t.Error("there is a turn before the first")
	}
	chariot := func(s Side) Piece { return NewPiece(s, Chariot) }
	want := []Turn{
		{Side: Han, Move: Pass, Occurrence: 1},
		{Side: Cho, Move: mustMove(t, "e1d1"), Piece: NewPiece(Cho, General), Facing: true, Occurrence: 1},
		{Side: Han, Move: mustMove(t, "a10a1"), Piece: chariot(Han), Captured: chariot(Cho), Check: true, Facing: true, Occurrence: 1},
		{Side: Cho, Move: mustMove(t, "d1e2"), Piece: NewPiece(Cho, General), Occurrence: 1},
		{Side: Han, Move: mustMove(t, "a1b1"), Piece: chariot(Han), Occurrence: 1},
	}
	for i, turn := range want {
		g = played(t, g, turn.Move.String())
		if last, ok := g.LastTurn(); !ok || last != turn {
			t.Errorf("turn %d is %+v, want %+v", i+1, last, turn)
		}
	}
	if first := g.TurnAt(1); first != want[0] {
		t.Errorf("the first turn is %+v, want %+v", first, want[0])
	}
}

func mustMove(t testing.TB, text string) Move {
	t.Helper()
	m, err := ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestOccurrencesCountFromTheStart(t *testing.T) {
	g := NewGame(rulesWith(t, `{"repetition": "off"}`), mustParse(t, shuffleBoard))
	for ply, turn := range strings.Fields("pass a10a9 pass a9a10" + shuffle) {
		if want := map[int]int{0: 1, 4: 2}[ply]; want != 0 && g.Occurrences() != want {
			t.Errorf("at ply %d the position stood %d times, want %d", ply, g.Occurrences(), want)
		}
		g = played(t, g, turn)
	}
	if g.Occurrences() != 3 {
		t.Errorf("the start stood %d times, want 3", g.Occurrences())
	}
}

// Equal keys are no proof of equal positions, so the turns between two
// occurrences are compared.
func TestUndoneComparesThePieces(t *testing.T) {
	chariot, cannon := NewPiece(Cho, Chariot), NewPiece(Cho, Cannon)
	move := func(text string, p Piece) turn { return turn{move: mustMove(t, text), piece: p} }
	tests := []struct {
		name  string
		turns []turn
		want  bool
	}{
		{"there and back", []turn{move("a1a2", chariot), {move: Pass}, move("a2a1", chariot), {move: Pass}}, true},
		{"back by another way", []turn{move("a1a2", chariot), move("a2b2", chariot), move("b2b1", chariot), move("b1a1", chariot)}, true},
		{"two of a kind changed places", []turn{move("a1c1", chariot), move("b1a1", chariot), move("c1b1", chariot), {move: Pass}}, true},
		{"two kinds changed places", []turn{move("a1c1", chariot), move("b1a1", cannon), move("c1b1", chariot), {move: Pass}}, false},
		{"somewhere else", []turn{move("a1a2", chariot), {move: Pass}, move("a2a3", chariot), {move: Pass}}, false},
	}
	for _, test := range tests {
		n := len(test.turns) - 1
		if got := undone(test.turns[:n], test.turns[n]); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestAGameIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(turn{}); size > 16 {
		t.Errorf("a turn takes %d bytes, more than 16", size)
	}
	if size := unsafe.Sizeof(Game{}) + unsafe.Sizeof(origin{}); size > 700 {
		t.Errorf("a game without turns takes %d bytes", size)
	}
	g := NewGame(rulesWith(t, `{"repetition": "off"}`), mustParse(t, shuffleBoard))
	for range 25 {
		for _, turn := range strings.Fields(shuffle) {
			g = played(t, g, turn)
		}
	}
	if n := cap(g.history.turns); n > 100+100/4+8 {
		t.Errorf("room for %d turns after 100", n)
	}
}

// Judging a command plays its turn, and applying its event plays it again. The
// second time must not copy the game's turns.
func TestATurnPlayedAgainTakesNoMemory(t *testing.T) {
	g := NewGame(rulesWith(t, `{"repetition": "off"}`), mustParse(t, shuffleBoard))
	for _, turn := range strings.Fields(shuffle) {
		g = played(t, g, turn)
	}
	m := mustMove(t, "a1a2")
	first := g.After(m)
	var again Game
	if n := testing.AllocsPerRun(10, func() { again = g.After(m) }); n != 0 {
		t.Errorf("playing a turn again took %v allocations", n)
	}
	if again.Ply() != first.Ply() || again.TurnAt(again.Ply()) != first.TurnAt(first.Ply()) {
		t.Errorf("played again, the turn is %+v, want %+v", again.TurnAt(again.Ply()), first.TurnAt(first.Ply()))
	}
}

func BenchmarkAfter(b *testing.B) {
	start := NewGame(Presets()[0].Rules, StartPosition(HEHE, HEHE))
	g, moves := start, strings.Fields("a1a2 a10a9 a2a1 a9a10")
	var turns [4]Move
	for i, text := range moves {
		turns[i] = mustMove(b, text)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%200 == 0 {
			g = start
		}
		g = g.After(turns[i%4])
	}
	runtime.KeepAlive(g)
}

func BenchmarkOutcome(b *testing.B) {
	g := NewGame(Presets()[0].Rules, StartPosition(HEHE, HEHE))
	b.ReportAllocs()
	for b.Loop() {
		if _, over := g.Outcome(); over {
			b.Fatal("over")
		}
	}
}

func BenchmarkLegalMovesUnderPresets(b *testing.B) {
	for _, preset := range Presets() {
		b.Run(preset.Name, func(b *testing.B) {
			g := NewGame(preset.Rules, StartPosition(HEHE, HEHE))
			moves := make([]Move, 0, 100)
			b.ReportAllocs()
			for b.Loop() {
				moves = g.AppendLegalMoves(moves[:0])
			}
		})
	}
}

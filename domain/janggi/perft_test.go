package janggi

import (
	"encoding/json"
	"os"
	"testing"
)

// TestPerftMatchesTheTables walks the trees of testdata/perft.json, whose leaf
// counts an independent engine made; "claim" is its word for bikjang answered.
func TestPerftMatchesTheTables(t *testing.T) {
	text, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	var tables []struct {
		Name, FEN  string
		Off, Claim []uint64
	}
	if err := json.Unmarshal(text, &tables); err != nil {
		t.Fatal(err)
	}
	if len(tables) < 40 {
		t.Fatalf("only %d tables", len(tables))
	}
	deepest := 4
	if testing.Short() {
		deepest = 3
	}
	for _, table := range tables {
		p := mustParse(t, table.FEN)
		for _, mode := range []struct {
			bikjang Bikjang
			leaves  []uint64
		}{{BikjangOff, table.Off}, {BikjangAnswer, table.Claim}} {
			for i, want := range mode.leaves[:min(len(mode.leaves), deepest)] {
				if got := Perft(p, mode.bikjang, i+1); got != want {
					t.Errorf("%s (%s), bikjang %s, depth %d: %d leaves, want %d", table.Name, table.FEN, mode.bikjang, i+1, got, want)
				}
			}
		}
	}
}

// slowPerft walks the tree with the mailbox, and to the last turn.
func slowPerft(p Position, bikjang Bikjang, depth int, passed bool) uint64 {
	if depth == 0 {
		return 1
	}
	slow := newMailbox(&p)
	var duty Duty
	if bikjang == BikjangAnswer && slow.facing() {
		duty = BreakFacing
	}
	turns := slow.legalMoves(duty)
	if len(slow.attackers(p.SideToMove())) == 0 {
		turns = append(turns, Pass)
	}
	total := uint64(0)
	for _, m := range turns {
		next := p
		next.Play(m)
		facing := newMailbox(&next).facing()
		ended := m.IsPass() && passed || bikjang == BikjangScore && facing || bikjang == BikjangAnswer && m.IsPass() && facing
		if !ended || depth == 1 {
			total += slowPerft(next, bikjang, depth-1, m.IsPass())
		}
	}
	return total
}

func TestPerftMatchesASlowWalkUnderEveryBikjang(t *testing.T) {
	count := 60
	if testing.Short() {
		count = 10
	}
	rng := seededRand(5)
	for range count {
		p := scatteredPosition(rng)
		for _, bikjang := range []Bikjang{BikjangOff, BikjangScore, BikjangAnswer} {
			if got, want := Perft(p, bikjang, 2), slowPerft(p, bikjang, 2, false); got != want {
				t.Errorf("%s, bikjang %s: %d leaves, want %d", p.FEN(), bikjang, got, want)
			}
		}
	}
	// With few pieces three turns are few enough: passes in a row and facings
	// end games.
	p := mustParse(t, "5k3/9/9/9/9/9/9/9/4K4/9 w - - 0 1")
	for _, bikjang := range []Bikjang{BikjangOff, BikjangScore, BikjangAnswer} {
		if got, want := Perft(p, bikjang, 4), slowPerft(p, bikjang, 4, false); got != want {
			t.Errorf("two generals, bikjang %s: %d leaves, want %d", bikjang, got, want)
		}
	}
}

func TestDivideSplitsPerftByTheFirstTurn(t *testing.T) {
	p := StartPosition(HEHE, EHHE)
	for depth := range 4 {
		sum := uint64(0)
		branches := Divide(p, BikjangAnswer, depth)
		for _, branch := range branches {
			sum += branch.Leaves
		}
		if want := Perft(p, BikjangAnswer, depth); depth > 0 && sum != want {
			t.Errorf("depth %d: branches sum to %d, want %d", depth, sum, want)
		}
		if depth == 0 && branches != nil {
			t.Errorf("depth 0 has branches %v", branches)
		}
		if depth > 0 && (len(branches) != 32 || branches[31].Move != Pass) {
			t.Errorf("depth %d: %d branches", depth, len(branches))
		}
	}
}

func TestPerftOfNoTurnsIsOne(t *testing.T) {
	for _, depth := range []int{0, -1} {
		if got := Perft(StartPosition(HEHE, HEHE), BikjangOff, depth); got != 1 {
			t.Errorf("depth %d: %d leaves", depth, got)
		}
	}
}

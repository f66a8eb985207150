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

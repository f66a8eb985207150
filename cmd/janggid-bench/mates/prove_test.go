package mates

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func TestProveCountsTheWinnersTurns(t *testing.T) {
	for fen, want := range map[string]int{
		"3k5/9/9/9/9/9/9/4R4/R8/5K3 w - - 0 1": 1,
		"3k5/9/9/9/9/9/R8/8R/9/5K3 w - - 0 1":  2,
		"3k5/9/9/9/9/9/9/8R/9/5K3 w - - 0 1":   0, // one chariot alone
	} {
		p, err := janggi.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := Prove(p); got != want || ok != (want > 0) {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}

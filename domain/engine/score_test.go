package engine

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func TestAScoreTellsHowAGameEnds(t *testing.T) {
	for ply := range maxPly + 1 {
		for _, test := range []struct {
			score     Score
			won, mate bool
		}{
			{mated + Score(ply), false, true},
			{-mated - Score(ply), true, true},
			{settledScore(janggi.HanWins, janggi.Han, ply), true, false},
			{settledScore(janggi.HanWins, janggi.Cho, ply), false, false},
		} {
			s := test.score
			if s.IsWon() != test.won || s.IsLost() == test.won || s.IsMate() != test.mate || s.Turns() != ply {
				t.Errorf("%d after %d turns: won %v, mate %v, %d turns", s, ply, s.IsWon(), s.IsMate(), s.Turns())
			}
		}
	}
	for _, s := range []Score{0, maxEstimate, -maxEstimate, recurred} {
		if s.IsWon() || s.IsLost() || s.IsMate() || s.Turns() != 0 {
			t.Errorf("%d is an estimate", s)
		}
	}
}

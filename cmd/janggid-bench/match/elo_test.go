package match

import (
	"math"
	"testing"
)

func TestEloFollowsTheScore(t *testing.T) {
	for _, test := range []struct {
		pairs [5]int
		want  float64
	}{
		{[5]int{10, 0, 10, 0, 10}, 0},
		{[5]int{0, 0, 10, 0, 10}, 400 * math.Log10(3)}, // three of four points
		{[5]int{10, 0, 10, 0, 0}, -400 * math.Log10(3)},
	} {
		elo, low, high := Tally{Pairs: test.pairs}.Elo()
		if math.Abs(elo-test.want) > 1e-6 || !(low < elo && elo < high) {
			t.Errorf("%v: %.1f [%.1f, %.1f], want %.1f", test.pairs, elo, low, high, test.want)
		}
	}
}

// TestTheIntervalHoldsWhatItSays: the error of a mean of 100 pairs with
// variance 1/8 is √(1/800).
func TestTheIntervalHoldsWhatItSays(t *testing.T) {
	_, low, high := Tally{Pairs: [5]int{25, 0, 50, 0, 25}}.Elo()
	want := toElo(0.5 + 1.96*math.Sqrt(1.0/800))
	if math.Abs(high-want) > 1 || math.Abs(low+want) > 1 {
		t.Errorf("[%.1f, %.1f], want ±%.1f", low, high, want)
	}
}

func TestATestEndsOnceTheGamesSaySo(t *testing.T) {
	s := SPRT{0, 30}
	for _, test := range []struct {
		pairs [5]int
		want  bool
		sign  float64
	}{
		{[5]int{1, 0, 2, 0, 1}, false, -1},
		{[5]int{20, 0, 200, 0, 90}, true, 1},
		{[5]int{200, 0, 300, 0, 150}, true, -1},
	} {
		tally := Tally{Pairs: test.pairs}
		if _, over := s.decided(tally); over != test.want || s.ratio(tally)*test.sign <= 0 {
			t.Errorf("%v: over %v, ratio %.2f", test.pairs, over, s.ratio(tally))
		}
	}
}

func TestWithoutAPairNothingIsKnown(t *testing.T) {
	elo, low, high := Tally{Wins: 1}.Elo()
	if elo != 0 || !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		t.Errorf("%v [%v, %v]", elo, low, high)
	}
}

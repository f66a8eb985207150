package match

import (
	"fmt"
	"math"
)

// Tally counts pairs of games by what A scored in both together: 0, ½, 1, 1½
// and 2 points.
type Tally struct {
	Pairs               [5]int
	Wins, Draws, Losses int // of all games, those without a pair too
}

// tally adds up results.
func tally(results map[key]Result) (t Tally) {
	for k, r := range results {
		switch r.Score {
		case 1:
			t.Wins++
		case 0:
			t.Losses++
		default:
			t.Draws++
		}
		if other, ok := results[key{k.start, false}]; ok && k.aIsCho {
			t.Pairs[int(2*(r.Score+other.Score))]++
		}
	}
	return t
}

// pairCount is the number of whole pairs.
func (t Tally) pairCount() (n int) {
	for _, count := range t.Pairs {
		n += count
	}
	return n
}

// moments are the mean score of a game, by pairs, and the variance of a pair's
// mean score.
func (t Tally) moments() (mean, variance float64) {
	n := float64(t.pairCount())
	for i, count := range t.Pairs {
		mean += float64(i) / 4 * float64(count) / n
	}
	for i, count := range t.Pairs {
		d := float64(i)/4 - mean
		variance += d * d * float64(count) / n
	}
	return mean, variance
}

// Elo is the difference in strength that the score means, and the bounds of its
// 95 % interval; infinite where all games went one way.
func (t Tally) Elo() (elo, low, high float64) {
	if t.pairCount() == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	mean, variance := t.moments()
	n := float64(t.pairCount())
	// With few pairs of one kind the variance of the sample is too small: half
	// a pair of each kind is added.
	smoothed := t.smoothedVariance()
	margin := 1.959964 * math.Sqrt(max(variance, smoothed)/n)
	return toElo(mean), toElo(mean - margin), toElo(mean + margin)
}

func (t Tally) smoothedVariance() float64 {
	n, mean, variance := 0.0, 0.0, 0.0
	for i, count := range t.Pairs {
		w := float64(count) + 0.1
		n += w
		mean += w * float64(i) / 4
	}
	mean /= n
	for i, count := range t.Pairs {
		d := float64(i)/4 - mean
		variance += (float64(count) + 0.1) * d * d / n
	}
	return variance
}

func toElo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

func fromElo(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// SPRT is a sequential test between two hypotheses: that A is better by Elo0,
// and that it is better by Elo1.
type SPRT struct {
	Elo0, Elo1 float64
}

// sprtBound is the log-likelihood ratio at which a test ends with an error rate
// of 5 % either way.
var sprtBound = math.Log(0.95 / 0.05)

// ratio is the log-likelihood ratio of Elo1 to Elo0, by the normal
// approximation.
func (s SPRT) ratio(t Tally) float64 {
	if t.pairCount() == 0 {
		return 0
	}
	mean, _ := t.moments()
	s0, s1 := fromElo(s.Elo0), fromElo(s.Elo1)
	return float64(t.pairCount()) * (s1 - s0) * (2*mean - s0 - s1) / (2 * t.smoothedVariance())
}

// decided says which hypothesis holds, once one does.
func (s SPRT) decided(t Tally) (verdict string, over bool) {
	switch ratio := s.ratio(t); {
	case ratio >= sprtBound:
		return fmt.Sprintf("accepted: A is better by %g Elo", s.Elo1), true
	case ratio <= -sprtBound:
		return fmt.Sprintf("rejected: A is not better by %g Elo", s.Elo1), true
	}
	return "undecided", false
}

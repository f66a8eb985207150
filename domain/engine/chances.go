package engine

import "math"

// chancesScale is the score at which the chances are 73 to 27. It is the one
// that the weights are tuned with.
const chancesScale = 250

// Chances is the expected result for the side that a score is for, from 0 (a
// loss) to 1 (a win). It is no part of the search.
func (s Score) Chances() float64 {
	switch {
	case s.IsWon():
		return 1
	case s.IsLost():
		return 0
	}
	return 1 / (1 + math.Exp(-float64(s)/chancesScale))
}

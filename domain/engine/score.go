package engine

import "github.com/janggid/janggid/domain/janggi"

// Score is the value of a position to the side to move, in hundredths of a
// soldier. Scores beyond ±WonScore are not estimates: the game is won or lost
// by force, in at most Score.Turns turns.
type Score int32

const (
	infinite Score = 32_500

	// mated is the score of being checkmated now; each turn until then makes it
	// one better.
	mated Score = -32_000

	// settledLoss is the score of a game that ended by a rule other than
	// checkmate and is lost.
	settledLoss Score = -30_000

	// WonScore is the least score of a game that is won by force.
	WonScore Score = 29_000

	// recurred is what a loop of turns is worth to the side for which a
	// repetition would be won: much, but not the game, since the other side may
	// still find a way out of it.
	recurred Score = 2_000

	// maxEstimate bounds estimates.
	maxEstimate Score = 20_000
)

// IsWon reports whether the side to move wins by force.
func (s Score) IsWon() bool { return s >= WonScore }

// IsLost reports whether the side to move loses by force.
func (s Score) IsLost() bool { return s <= -WonScore }

// IsMate reports whether a side is checkmated by force, not only beaten by
// another rule.
func (s Score) IsMate() bool { return s >= -(mated+maxPly) || s <= mated+maxPly }

// Turns is the number of turns, of both sides, until a game that is won or lost
// by force ends; 0 for an estimate.
func (s Score) Turns() int {
	switch {
	case s >= -(mated + maxPly):
		return int(-mated - s)
	case s <= mated+maxPly:
		return int(s - mated)
	case s >= WonScore:
		return int(-settledLoss - s)
	case s <= -WonScore:
		return int(s - settledLoss)
	}
	return 0
}

// settledScore is the value of a result to the side to move, ply turns after
// the root.
func settledScore(result janggi.Result, turn janggi.Side, ply int) Score {
	winner, decided := result.Winner()
	switch {
	case !decided:
		return 0
	case winner == turn:
		return -settledLoss - Score(ply)
	}
	return settledLoss + Score(ply)
}

// endScore is settledScore, for a checkmate too.
func endScore(reason janggi.EndReason, result janggi.Result, turn janggi.Side, ply int) Score {
	if reason == janggi.EndCheckmate {
		return mated + Score(ply)
	}
	return settledScore(result, turn, ply)
}

// recurredScore is the value of a loop with that result to the side to move.
func recurredScore(result janggi.Result, turn janggi.Side, ply int) Score {
	winner, decided := result.Winner()
	switch {
	case !decided:
		return 0
	case winner == turn:
		return recurred - Score(ply)
	}
	return -recurred + Score(ply)
}

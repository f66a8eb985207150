package game

import "github.com/janggid/janggid/domain/janggi"

// Difference says how a game would have gone otherwise under other rules.
type Difference string

const (
	EndsEarlier   Difference = "ends_earlier"   // the other rules end it where it went on
	IllegalTurn   Difference = "illegal_turn"   // a turn of it is illegal
	GoesOn        Difference = "goes_on"        // the rules ended it, and the others do not
	EndsOtherwise Difference = "ends_otherwise" // both end it there, with another reason or result
)

// Judgement is what other rules say of the turns that a game had.
type Judgement struct {
	Difference Difference      // "": none
	Ply        int             // turns made where the two part, or all of them
	Move       *janggi.Move    // illegal_turn: the turn
	Illegal    error           // illegal_turn: a *janggi.IllegalMoveError or janggi.ErrPassInCheck
	Outcome    *janggi.Outcome // under the other rules, at Ply; nil while the game goes on
}

// Rejudge plays a game's turns under other rules and finds where the two first
// part. What no rule decides stays as it was: time, resignation, agreement and
// the like, with the points that the other rules give.
func Rejudge(s *State, rules janggi.Rules) Judgement {
	if !s.Started {
		return Judgement{Outcome: s.Outcome}
	}
	board := janggi.NewGame(rules, s.Game.Start())
	for _, m := range s.Game.Moves() {
		if outcome, over := board.Outcome(); over {
			return Judgement{Difference: EndsEarlier, Ply: board.Ply(), Outcome: &outcome}
		}
		if err := board.Validate(m); err != nil {
			return Judgement{Difference: IllegalTurn, Ply: board.Ply(), Move: &m, Illegal: err}
		}
		board = board.After(m)
	}
	j := Judgement{Ply: board.Ply()}
	outcome, over := board.Outcome()
	_, ruled := s.Game.Outcome()
	switch {
	case over:
		j.Outcome = &outcome
		j.Difference = compareEnds(s.Outcome, outcome)
	case s.Status == Over && ruled:
		j.Difference = GoesOn
	case s.Status == Over:
		j.Outcome = new(board.Ended(s.Outcome.Reason, s.Outcome.Result))
	}
	return j
}

// compareEnds compares how a game ended, nil while it goes on, with how it ends
// where it stands.
func compareEnds(was *janggi.Outcome, is janggi.Outcome) Difference {
	switch {
	case was == nil:
		return EndsEarlier
	case was.Reason != is.Reason || was.Result != is.Result:
		return EndsOtherwise
	}
	return ""
}

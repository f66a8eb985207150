package game

import "github.com/janggid/janggid/domain/janggi"

// abortBelowPly: from this many turns on a game has to be played or resigned.
const abortBelowPly = 2

// Abort ends a game that has hardly begun, without a result.
type Abort struct {
	Player string
	Ply    *int
}

func (c Abort) actor() string { return c.Player }

func (c Abort) decide(s *State, _ Instant) ([]Event, error) {
	switch {
	case !s.Seats.Holds(c.Player):
		return nil, NotYourGame
	case s.Status == Over:
		return nil, GameOver
	case s.Ply() >= abortBelowPly:
		return nil, TooLateToAbort
	case c.Ply != nil && *c.Ply != s.Ply():
		return nil, WrongPly
	}
	return []Event{ended(s, janggi.EndAborted, janggi.ResultNone)}, nil
}

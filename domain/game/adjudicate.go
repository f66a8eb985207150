package game

import "github.com/janggid/janggid/domain/janggi"

// Adjudicate ends a game as an organiser has decided.
type Adjudicate struct {
	Result janggi.Result // of a game that has begun: somebody wins, or a draw, whatever the rules
	Ply    *int
}

func (c Adjudicate) decide(s *State, _ Instant) ([]Event, error) {
	switch {
	case s.Status == Over:
		return nil, GameOver
	case s.Status != Playing:
		return nil, GameNotStarted
	case c.Ply != nil && *c.Ply != s.Ply():
		return nil, WrongPly
	}
	return []Event{ended(s, janggi.EndAdjudication, c.Result)}, nil
}

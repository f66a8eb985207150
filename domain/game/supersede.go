package game

import "github.com/janggid/janggid/domain/janggi"

// Supersede says that another game tells better what this one tells: a
// corrected record was imported. It takes nothing away from the history; lists
// show the other one.
type Supersede struct {
	By string // id of the other game
}

func (c Supersede) decide(s *State, _ Instant) ([]Event, error) {
	switch {
	case s.SupersededBy == c.By:
		return nil, nil
	case s.Source == nil || s.SupersededBy != "":
		return nil, NotSuperseded
	case s.Status != Over: // its import was cut off, and nobody has that record any more
		return []Event{ended(s, janggi.EndAbandoned, janggi.ResultNone), Superseded{By: c.By}}, nil
	}
	return []Event{Superseded{By: c.By}}, nil
}

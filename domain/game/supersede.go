package game

// Supersede says that another game tells better what this one tells: a
// corrected record was imported. It takes nothing away from the history; lists
// show the other one.
type Supersede struct {
	By string // id of the other game
}

func (c Supersede) decide(s State, _ Instant) ([]Event, error) {
	switch {
	case s.SupersededBy == c.By:
		return nil, nil
	case s.Status != Over || s.Source == nil || s.SupersededBy != "":
		return nil, NotSuperseded
	}
	return []Event{Superseded{By: c.By}}, nil
}

package game

// PastClocks are both sides' clocks as they were when each of the turns in force
// began, and when the present one did: one more than there are turns. A state
// does not hold them, since only a takeback asks for them; whoever carries out a
// RewindingCommand folds them from the game's events.
type PastClocks []Clocks

// RewindingCommand is a command that cannot be decided without the clocks of
// the past.
type RewindingCommand interface {
	Command
	WithPast(PastClocks) Command
}

// After is what an event makes of the past.
func (p PastClocks) After(e Event) PastClocks {
	switch e := e.(type) {
	case Started:
		return PastClocks{e.Clocks}
	case MovePlayed:
		return append(p, e.Clocks)
	case TurnPassed:
		return append(p, e.Clocks)
	case TurnsTakenBack:
		return p[:len(p)-e.Count]
	}
	return p
}

package game

// MaxEvents is how many events a game may have before its players can only go on
// playing it. It bounds what reading a game's history costs.
//
// A game may have more events than that: turns, of which 2,000 at most are in
// force and none is taken back any more, offers of a draw, of which each takes a
// turn, the end, and a rematch. So nobody gets out of a loss by filling the
// history.
const MaxEvents = 6000

// optional tells whether a command's events are of the kind that could follow one
// another for ever without bringing the game closer to its end.
func optional(events []Event) bool {
	for _, e := range events {
		switch e.(type) {
		case TakebackOffered, TurnsTakenBack, TimeAdded, LabelsSet:
		default:
			return false
		}
	}
	return len(events) > 0
}

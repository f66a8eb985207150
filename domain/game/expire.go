package game

import "github.com/janggid/janggid/domain/janggi"

// Expire asks for whatever time-out is due, on nobody's behalf: the watcher's
// command.
type Expire struct{}

func (Expire) decide(*State, Instant) ([]Event, error) { return nil, nil }

// OvertakeGraceMS is how long after a deadline only the late side itself can
// cause its time-out. A turn that was received in time may still be on its way
// to the store then, and nobody else may overtake it (RULES section 8).
const OvertakeGraceMS = 2 * second

// expire makes the time-outs that are due, and gives the state after them. One
// may lead to the next: a setup that ran out starts the other side's time, at
// this instant.
func expire(s *State, c Command, at Instant) ([]Event, *State) {
	deadline, limited := s.Deadline()
	if !limited || at < deadline {
		return nil, s
	}
	if late, acting := s.ToAct(); acting && !actsFor(c, s, late) && at < deadline.Add(OvertakeGraceMS) {
		return nil, s
	}
	var events []Event
	switch s.Status {
	case Waiting:
		events = []Event{ended(s, janggi.EndAborted, janggi.ResultNone)}
	case Setup:
		events = chooseSetup(s, setupExpired(s, deadline))
	case Playing:
		late := s.toAct()
		events = []Event{
			TimeExpired{Deadline: deadline, Side: late},
			ended(s, janggi.EndTime, janggi.WinFor(late.Other())),
		}
	}
	return events, evolveAll(s, events, at)
}

// actsFor tells whether a command comes from the player of a side.
func actsFor(c Command, s *State, side janggi.Side) bool {
	by, ok := c.(interface{ actor() string })
	return ok && s.Seats[side].ID == by.actor()
}

package game

import "github.com/janggid/janggid/domain/janggi"

// AddedTimeMS is how much time a side gives the other at once.
const AddedTimeMS = 15 * second

// AddTime gives the other side time: in a game by the move for its present or
// next turn, in the others on its clock, in byo-yomi on its main time. The
// running turn's deadline moves by exactly as much. Who plays both sides gives
// it to the side to move.
type AddTime struct {
	Player string
	Ply    *int
}

func (c AddTime) actor() string { return c.Player }

func (c AddTime) decide(s *State, _ Instant) ([]Event, error) {
	if err := inPlay(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	to := s.toAct()
	if side, oneSide := s.Seats.SideOf(c.Player); oneSide {
		to = side.Other()
	}
	switch {
	case s.TimeControl.Type == Unlimited:
		return nil, NoClock
	case s.Clocks[to].RemainingMS+AddedTimeMS > s.TimeControl.mostMS():
		return nil, ClockFull
	}
	return []Event{timeAdded(s, to)}, nil
}

func timeAdded(s *State, to janggi.Side) Event {
	clocks := s.Clocks
	clocks[to].RemainingMS += AddedTimeMS
	return TimeAdded{AddedMS: AddedTimeMS, Clocks: clocks, Side: to}
}

// mostMS is the longest time that a clock can be given: what a game may begin
// with.
func (tc TimeControl) mostMS() int64 {
	if tc.Type == PerMove {
		return 14 * day
	}
	return day
}

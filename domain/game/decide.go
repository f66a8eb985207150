package game

import "github.com/janggid/janggid/domain/janggi"

// Command is something that somebody wants to happen in a game.
type Command interface {
	decide(s State, at Instant) ([]Event, error)
}

// OvertakeGraceMS is how long after a deadline only the late side itself can
// cause its time-out. A turn that was received in time may still be on its way
// to the store then, and nobody else may overtake it (RULES section 8).
const OvertakeGraceMS = 2 * second

// Decide judges a command that arrived at an instant. What it returns is stored
// whatever the refusal is: a turn that comes too late yields the time-out and
// GameOver. The error is a Refusal, a *janggi.IllegalMoveError or
// janggi.ErrPassInCheck; no events and no error is a command that changes
// nothing, such as joining the seat one already has.
//
// Instants never run backwards within a game: one before the game's last event
// counts as that event's.
func Decide(s State, c Command, at Instant) ([]Event, error) {
	at = max(at, s.UpdatedAt)
	events, s := expire(s, c, at)
	more, err := c.decide(s, at)
	return append(events, more...), err
}

// expire makes the time-outs that are due. One may lead to the next: a setup
// that ran out starts the other side's time, at this instant.
func expire(s State, c Command, at Instant) ([]Event, State) {
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
		events = chooseSetup(s, s.toAct(), janggi.HEHE, ByTimeout, &deadline)
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
func actsFor(c Command, s State, side janggi.Side) bool {
	by, ok := c.(interface{ actor() string })
	return ok && s.Seats[side].ID == by.actor()
}

// evolveAll folds events that were just decided, which cannot fail.
func evolveAll(s State, events []Event, at Instant) State {
	for _, e := range events {
		next, err := Evolve(s, e, at)
		if err != nil {
			panic(err)
		}
		s = next
	}
	return s
}

// ended closes the game where it stands, without a judgement of the board. A
// game that is aborted has no points.
func ended(s State, reason janggi.EndReason, result janggi.Result) Ended {
	outcome := janggi.Outcome{Reason: reason, Result: result}
	if s.Started && reason != janggi.EndAborted {
		outcome.Points = new(s.Board.Points())
	}
	return endedWith(s.Ply(), outcome)
}

func endedWith(ply int, o janggi.Outcome) Ended {
	e := Ended{Evidence: o.Evidence, Ply: ply, Reason: o.Reason, Result: o.Result}
	if e.Evidence == nil {
		e.Evidence = []int{}
	}
	if winner, ok := o.Result.Winner(); ok {
		e.Winner = &winner
	}
	if o.Points != nil {
		e.Points = &BySide[janggi.Points]{o.Points[janggi.Cho], o.Points[janggi.Han]}
	}
	return e
}

// Expire asks for whatever time-out is due, on nobody's behalf: the watcher's
// command.
type Expire struct{}

func (Expire) decide(State, Instant) ([]Event, error) { return nil, nil }

package game

import "github.com/janggid/janggid/domain/janggi"

// Command is something that somebody wants to happen in a game.
type Command interface {
	decide(s *State, at Instant) ([]Event, error)
}

// Decide judges a command that arrived at an instant. What it returns is stored
// whatever the refusal is: a turn that comes too late yields the time-out and
// GameOver. The error is a Refusal, a *janggi.IllegalMoveError or
// janggi.ErrPassInCheck; no events and no error is a command that changes
// nothing, such as joining the seat one already has.
//
// The state is only read.
//
// Instants never run backwards within a game: one before the game's last event
// counts as that event's.
func Decide(s *State, c Command, at Instant) ([]Event, error) {
	at = max(at, s.UpdatedAt)
	if choice, ok := c.(ChooseSetup); ok {
		c = choice.meantIn(s) // a time-out must not turn it into the other side's
	}
	expired, s := expire(s, c, at)
	events, err := c.decide(s, at)
	if err == nil && s.Events >= MaxEvents && optional(events) {
		events, err = nil, EventLimit
	}
	if len(expired) > 0 {
		events = append(expired, events...)
	}
	return events, err
}

// evolveAll folds events that were just decided, which cannot fail, into a state
// of its own.
func evolveAll(s *State, events []Event, at Instant) *State {
	after := *s
	for _, e := range events {
		if err := after.Apply(e, at); err != nil {
			panic(err)
		}
	}
	return &after
}

// ended closes the game where it stands, without a judgement of the board. A
// game that is aborted has no points.
func ended(s *State, reason janggi.EndReason, result janggi.Result) Ended {
	outcome := janggi.Outcome{Reason: reason, Result: result}
	if s.Started && reason != janggi.EndAborted {
		outcome.Points = new(s.Game.Points())
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

package game

import (
	"fmt"

	"github.com/janggid/janggid/domain/janggi"
)

// ImpossibleError says why an event cannot have happened where it stands. Field
// is the JSON name of what is wrong in it; "type" where it has no place at all,
// "time" where its instant is wrong.
type ImpossibleError struct {
	Field string
	Why   string
}

func (e *ImpossibleError) Error() string { return e.Field + ": " + e.Why }

func impossible(field, format string, args ...any) error {
	return &ImpossibleError{field, fmt.Sprintf(format, args...)}
}

// Derive works out again what an event says, from the state before it, the
// event before it (nil for none) and its instant; the past is the state's. What
// somebody chose is taken from the event: a player, a setup, a move, a
// resignation, and how a game ends where no rule decides. So are clocks and
// times spent in a game made of a record. The error is an *ImpossibleError.
func Derive(s *State, past PastClocks, previous, e Event, at Instant) (Event, error) {
	if created, ok := e.(Created); ok != (s.Status == "") {
		return nil, impossible("type", "GameCreated is the first event, and only that")
	} else if ok {
		return deriveCreated(created)
	}
	if due := Due(s, previous); due != "" && e.EventType() != due {
		return nil, impossible("type", "%s has to follow", due)
	}
	switch e := e.(type) {
	case PlayerJoined:
		return deriveJoined(s, e)
	case SetupChosen:
		return deriveSetup(s, e, at)
	case Started:
		return deriveStarted(s, previous)
	case MovePlayed:
		return deriveTurn(s, madeTurn{e.Move, e.Search, e.Clocks, e.SpentMS}, at)
	case TurnPassed:
		return deriveTurn(s, madeTurn{janggi.Pass, e.Search, e.Clocks, e.SpentMS}, at)
	case TimeExpired:
		return deriveExpired(s, at)
	case PlayerResigned:
		return e, inState(s, Playing)
	case Ended:
		return deriveEnded(s, previous, e)
	case Superseded:
		return e, inState(s, Over)
	case LabelsSet:
		return e, nil
	}
	return deriveTalk(s, past, e)
}

// Due is the type of the event that has to follow at once on the previous one,
// in the same append; "" where anything or nothing may.
func Due(s *State, previous Event) string {
	switch e := previous.(type) {
	case Created, PlayerJoined:
		if s.Seats.Full() && s.StartFEN != "" {
			return Started{}.EventType()
		}
	case SetupChosen:
		if e.Side == janggi.Cho {
			return Started{}.EventType()
		}
	case MovePlayed, TurnPassed:
		if _, over := s.Game.Outcome(); over {
			return Ended{}.EventType()
		}
	case TimeExpired, PlayerResigned:
		return Ended{}.EventType()
	case TakebackOffered:
		if _, granted := s.Seats.AgainstComputer(); granted || s.Seats.SoloGame() {
			return TurnsTakenBack{}.EventType()
		}
	case DrawOffered:
		if s.Seats.SoloGame() {
			return Ended{}.EventType()
		}
	}
	return ""
}

func inState(s *State, want Status) error {
	if s.Status != want {
		return impossible("type", "the game is %s, not %s", s.Status, want)
	}
	return nil
}

// imported tells whether a record said what happened, and when.
func (s *State) imported() bool { return s.Source != nil }

func deriveSetup(s *State, e SetupChosen, at Instant) (Event, error) {
	if err := inState(s, Setup); err != nil {
		return nil, err
	}
	deadline, limited := s.Deadline()
	late := limited && at >= deadline
	switch {
	case e.By == ByTimeout && !late:
		return nil, impossible("by", "the time was not out")
	case e.By == ByTimeout:
		return setupExpired(s, deadline), nil
	case late:
		return nil, impossible("time", "not before the deadline, %s", deadline)
	}
	computer := s.Seats[s.toAct()].Kind == Computer
	if computer != (e.Engine > 0) {
		return nil, impossible("engine", "stands with the choice of a computer, and only that")
	}
	return SetupChosen{By: ByPlayer, Engine: e.Engine, Setup: e.Setup, Side: s.toAct()}, nil
}

func deriveStarted(s *State, previous Event) (Event, error) {
	if Due(s, previous) == "" {
		return nil, impossible("type", "the game cannot start here")
	}
	if s.StartFEN != "" {
		return startIfCustom(s)[0], nil
	}
	return started(s, janggi.StartPosition(s.Setups[janggi.Cho].Setup, s.Setups[janggi.Han].Setup)), nil
}

func deriveTurn(s *State, made madeTurn, at Instant) (Event, error) {
	if err := inState(s, Playing); err != nil {
		return nil, err
	}
	if err := s.Game.Validate(made.move); err != nil {
		return nil, impossible("move", "%v", err)
	}
	side := s.toAct()
	if err := checkSearch(s.Seats[side], made.search); err != nil {
		return nil, err
	}
	if !s.imported() {
		if deadline, limited := s.Deadline(); limited && at >= deadline {
			return nil, impossible("time", "not before the deadline, %s", deadline)
		}
		made.timed(s, at)
	}
	after := s.Game.After(made.move)
	return turnEvent(&s.Game, &after, side, made), nil
}

// checkSearch refuses a search that nobody can have made, or none of a
// computer.
func checkSearch(p Player, made *Search) error {
	switch {
	case (p.Kind == Computer) != (made != nil):
		return impossible("search", "stands with the turn of a computer, and only that")
	case made != nil && (made.Engine < 1 || made.Nodes < 0):
		return impossible("search", "no engine searches so")
	}
	return nil
}

func deriveExpired(s *State, at Instant) (Event, error) {
	if err := inState(s, Playing); err != nil {
		return nil, err
	}
	deadline, limited := s.Deadline()
	if !limited || at < deadline {
		return nil, impossible("time", "the time was not out")
	}
	return TimeExpired{Deadline: deadline, Side: s.toAct()}, nil
}

func deriveEnded(s *State, previous Event, e Ended) (Event, error) {
	if s.Status == Over {
		return nil, impossible("type", "the game is over")
	}
	if s.Started {
		if outcome, over := s.Game.Outcome(); over {
			return endedWith(s.Ply(), outcome), nil
		}
	}
	switch previous := previous.(type) {
	case TimeExpired:
		return ended(s, janggi.EndTime, janggi.WinFor(previous.Side.Other())), nil
	case PlayerResigned:
		return ended(s, janggi.EndResignation, janggi.WinFor(previous.Side.Other())), nil
	}
	if !mayEnd(s, e.Reason) {
		return nil, impossible("reason", "nothing on the board or before it says so")
	}
	switch e.Reason {
	case janggi.EndAborted:
		e.Result = janggi.ResultNone
	case janggi.EndAgreement:
		e.Result = janggi.Draw
	}
	return ended(s, e.Reason, e.Result), nil
}

// mayEnd tells whether a game may end for a reason that neither the board nor
// the event before shows.
func mayEnd(s *State, reason janggi.EndReason) bool {
	switch reason {
	case janggi.EndAborted:
		return true
	case janggi.EndAgreement:
		return s.Started && (s.imported() || s.Offers().Draw.Open)
	case janggi.EndAbandoned:
		return s.Started && (s.imported() || s.TimeControl.Type != Unlimited)
	case janggi.EndAdjudication:
		return s.Started // only an aborted game has no points
	case janggi.EndTime, janggi.EndResignation:
		return s.imported()
	}
	return false
}

package game

import (
	"fmt"

	"github.com/janggid/janggid/domain/janggi"
)

// Evolve folds an event that happened at an instant into a state. It takes
// every fact from the event and judges nothing, so that a stored game stays
// what it was whatever a later version thinks of the rules.
//
// Its error means that the history is damaged: an event that no version of
// this program can have written there.
func Evolve(s State, e Event, at Instant) (State, error) {
	s.UpdatedAt = at
	switch e := e.(type) {
	case Created:
		return evolveCreated(s, e, at)
	case PlayerJoined:
		s.Seats[e.Side] = e.Player
		s.ActingSince = at
		if s.Seats.Full() {
			s.Status = Setup
		}
	case SetupChosen:
		s.Setups[e.Side] = SetupChoice{Setup: e.Setup, Chosen: true}
		s.ActingSince = at
	case Started:
		start, err := janggi.ParseFEN(e.FEN)
		if err != nil {
			return s, fmt.Errorf("game: start position: %w", err)
		}
		s.Board = janggi.NewGame(s.Ruleset.Rules, start)
		s.Started = true
		s.Status = Playing
		s.Clocks = e.Clocks
		s.ActingSince = at
	case MovePlayed:
		return evolveTurn(s, e.Move, e.Clocks, at)
	case TurnPassed:
		return evolveTurn(s, janggi.Pass, e.Clocks, at)
	case TimeExpired, PlayerResigned:
		// The Ended that follows says what it means.
	case Ended:
		s.Status = Over
		s.Outcome = &janggi.Outcome{Reason: e.Reason, Result: e.Result, Evidence: e.Evidence}
		if e.Points != nil {
			s.Outcome.Points = &[2]janggi.Points{e.Points.Cho, e.Points.Han}
		}
	default:
		return s, fmt.Errorf("game: no fold for event %T", e)
	}
	return s, nil
}

func evolveCreated(s State, e Created, at Instant) (State, error) {
	s = State{
		Status:       Waiting,
		Creator:      e.Creator,
		Opponent:     e.Opponent,
		Ruleset:      e.Ruleset,
		RulesVersion: e.RulesVersion,
		TimeControl:  e.TimeControl,
		Visibility:   e.Visibility,
		Labels:       e.Labels,
		ActingSince:  at,
		CreatedAt:    at,
		UpdatedAt:    at,
	}
	if e.SetupMS != nil {
		s.SetupMS = *e.SetupMS
	}
	if e.StartFEN != nil {
		s.StartFEN = *e.StartFEN
	}
	if e.Seats.Cho != nil {
		s.Seats[janggi.Cho] = *e.Seats.Cho
	}
	if e.Seats.Han != nil {
		s.Seats[janggi.Han] = *e.Seats.Han
	}
	if s.Seats.Full() {
		s.Status = Setup
	}
	return s, nil
}

func evolveTurn(s State, m janggi.Move, clocks Clocks, at Instant) (State, error) {
	if !s.Started {
		return s, fmt.Errorf("game: turn %s before the start", m)
	}
	s.Board = s.Board.After(m)
	s.Clocks = clocks
	s.ActingSince = at
	return s, nil
}

package game

import (
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// Evolve folds an event that happened at an instant into a state. It takes
// every fact from the event and judges nothing, so that a stored game stays
// what it was whatever a later version thinks of the rules.
//
// Its error means that the history is damaged: an event that no version of
// this program can have written there.
func Evolve(s State, e Event, at Instant) (State, error) {
	err := s.Apply(e, at)
	return s, err
}

// Apply is Evolve in place: a state is large, and its copies take longer than the
// fold. After an error the state is as before.
func (s *State) Apply(e Event, at Instant) error {
	if err := s.apply(e, at); err != nil {
		return err
	}
	s.UpdatedAt = at
	s.Events++
	return nil
}

func (s *State) apply(e Event, at Instant) error {
	switch e := e.(type) {
	case Created:
		s.applyCreated(e, at)
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
		return s.applyStarted(e, at)
	case MovePlayed:
		return s.applyTurn(e.Side, e.Move, e.Clocks, at)
	case TurnPassed:
		return s.applyTurn(e.Side, janggi.Pass, e.Clocks, at)
	case TimeExpired, PlayerResigned:
		// The Ended that follows says what it means.
	case Ended:
		s.Status = Over
		if s.talk != nil {
			s.change(func(t *talk) { t.offers = Offers{} })
		}
		s.Outcome = &janggi.Outcome{Reason: e.Reason, Result: e.Result, Evidence: e.Evidence}
		if e.Points != nil {
			s.Outcome.Points = &[2]janggi.Points{e.Points.Cho, e.Points.Han}
		}
	case Superseded:
		s.SupersededBy = e.By
	case LabelsSet:
		s.Labels = e.Labels
		s.change(func(t *talk) { t.relabelled = true })
	default:
		return s.applyTalk(e, at)
	}
	return nil
}

func (s *State) applyCreated(e Created, at Instant) {
	*s = State{
		Status:           Waiting,
		Creator:          e.Creator,
		Opponent:         e.Opponent,
		Ruleset:          e.Ruleset,
		RulesVersion:     e.RulesVersion,
		TimeControl:      e.TimeControl,
		Visibility:       e.Visibility,
		Labels:           e.Labels,
		Source:           e.Source.Facts(),
		SpectatorDelayMS: e.SpectatorDelayMS,
		ActingSince:      at,
		CreatedAt:        at,
	}
	if e.RematchOf != "" {
		s.change(func(t *talk) { t.rematchOf = e.RematchOf })
	}
	if e.Seed != nil {
		s.change(func(t *talk) { t.seed = *e.Seed })
	}
	s.NoChat = e.Chat != nil && !*e.Chat
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
	for side := range s.Seats {
		if p := &s.Seats[side]; p.Kind == Recorded {
			p.Name = strings.Clone(e.Source.Name(janggi.Side(side)))
		}
	}
	if s.Seats.Full() {
		s.Status = Setup
	}
}

func (s *State) applyStarted(e Started, at Instant) error {
	start, err := janggi.ParseFEN(e.FEN)
	if err != nil {
		return fmt.Errorf("game: start position: %w", err)
	}
	s.Game = janggi.NewGame(s.Ruleset.Rules, start)
	s.Started = true
	s.Status = Playing
	s.Clocks = e.Clocks
	s.ActingSince = at
	return nil
}

func (s *State) applyTurn(side janggi.Side, m janggi.Move, clocks Clocks, at Instant) error {
	if !s.Started {
		return fmt.Errorf("game: turn %s before the start", m)
	}
	if s.talk != nil {
		s.change(func(t *talk) { t.offers.afterTurn(side); t.hint = nil })
	}
	s.Game = s.Game.After(m)
	s.Clocks = clocks
	s.ActingSince = at
	return nil
}

package game

import "github.com/janggid/janggid/domain/janggi"

func deriveTakebackOffered(s *State, e TakebackOffered) (Event, error) {
	if err := inState(s, Playing); err != nil {
		return nil, err
	}
	if s.Seats.SoloGame() {
		e.Side = s.toAct().Other()
	}
	if err := deriveOffer(s.Offers().Takeback, e.Side); err != nil {
		return nil, err
	}
	count := takenBackBy(s, e.Side)
	if count == 0 {
		return nil, impossible("side", "it has made no turn")
	}
	return TakebackOffered{Count: count, Ply: s.Ply(), Side: e.Side}, nil
}

func deriveTakenBack(s *State, past PastClocks) (Event, error) {
	if err := inState(s, Playing); err != nil {
		return nil, err
	}
	if !s.Offers().Takeback.Open {
		return nil, impossible("type", "no takeback is offered")
	}
	return takeBack(s, past), nil
}

func deriveDrawOffered(s *State, e DrawOffered) (Event, error) {
	if err := inState(s, Playing); err != nil {
		return nil, err
	}
	if !s.Ruleset.allowsDraws() {
		return nil, impossible("type", "the rules know no draw")
	}
	if s.Seats.SoloGame() {
		e.Side = s.toAct()
	}
	return DrawOffered{Ply: s.Ply(), Side: e.Side}, deriveOffer(s.Offers().Draw, e.Side)
}

func deriveTimeAdded(s *State, e TimeAdded) (Event, error) {
	if err := inState(s, Playing); err != nil {
		return nil, err
	}
	if s.TimeControl.Type == Unlimited {
		return nil, impossible("type", "the game has no clocks")
	}
	if s.Seats.SoloGame() {
		e.Side = s.toAct()
	}
	return timeAdded(s, e.Side), nil
}

func deriveRematchOffered(s *State, e RematchOffered) (Event, error) {
	if err := inState(s, Over); err != nil {
		return nil, err
	}
	return e, deriveOffer(s.Offers().Rematch, e.Side)
}

func deriveRematched(s *State, e Rematched) (Event, error) {
	if err := inState(s, Over); err != nil {
		return nil, err
	}
	_, agrees := s.Seats.AgainstComputer()
	if s.Rematch() != "" || !s.Offers().Rematch.Open && !agrees && !s.Seats.SoloGame() {
		return nil, impossible("type", "no rematch is offered")
	}
	return e, nil
}

func deriveOffer(o Offering, side janggi.Side) error {
	if done, err := o.mayOffer(side); done || err != nil {
		return impossible("side", "it cannot offer that now")
	}
	return nil
}

// deriveDeclined is the side that declines what is offered.
func deriveDeclined(o Offering) (janggi.Side, error) {
	if !o.Open {
		return 0, impossible("type", "nothing is offered")
	}
	return o.By.Other(), nil
}

func deriveTalk(s *State, past PastClocks, e Event) (Event, error) {
	var err error
	switch e := e.(type) {
	case TakebackOffered:
		return deriveTakebackOffered(s, e)
	case TakebackDeclined:
		e.Side, err = deriveDeclined(s.Offers().Takeback)
		return e, err
	case TurnsTakenBack:
		return deriveTakenBack(s, past)
	case DrawOffered:
		return deriveDrawOffered(s, e)
	case DrawDeclined:
		e.Side, err = deriveDeclined(s.Offers().Draw)
		return e, err
	case TimeAdded:
		return deriveTimeAdded(s, e)
	case HintGiven:
		return deriveHint(s, e)
	case RematchOffered:
		return deriveRematchOffered(s, e)
	case RematchDeclined:
		e.Side, err = deriveDeclined(s.Offers().Rematch)
		return e, err
	case Rematched:
		return deriveRematched(s, e)
	}
	return nil, impossible("type", "no rule for %T", e)
}

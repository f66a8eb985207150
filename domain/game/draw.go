package game

import "github.com/janggid/janggid/domain/janggi"

// OfferDraw proposes that neither side wins. Where the other side has proposed
// it already, they agree. Who plays both sides agrees at once.
type OfferDraw struct {
	Player string
	Ply    *int
}

// AcceptDraw agrees to the other side's proposal.
type AcceptDraw struct {
	Player string
	Ply    *int
}

// DeclineDraw plays on.
type DeclineDraw struct {
	Player string
	Ply    *int
}

func (c OfferDraw) actor() string   { return c.Player }
func (c AcceptDraw) actor() string  { return c.Player }
func (c DeclineDraw) actor() string { return c.Player }

func (c OfferDraw) decide(s *State, _ Instant) ([]Event, error) {
	if err := inPlay(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	if !s.Ruleset.allowsDraws() {
		return nil, NoDraws
	}
	side, oneSide := s.Seats.SideOf(c.Player)
	if !oneSide {
		side = s.toAct()
	}
	offered := s.Offers().Draw
	if offered.Open && offered.By != side {
		return []Event{agreed(s)}, nil
	}
	done, err := offered.mayOffer(side)
	if done || err != nil {
		return nil, err
	}
	events := []Event{DrawOffered{Ply: s.Ply(), Side: side}}
	if !oneSide {
		events = append(events, agreed(s))
	}
	return events, nil
}

func (c AcceptDraw) decide(s *State, _ Instant) ([]Event, error) {
	if err := inPlay(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	if err := s.Offers().Draw.offeredTo(s, c.Player); err != nil {
		return nil, err
	}
	return []Event{agreed(s)}, nil
}

func (c DeclineDraw) decide(s *State, _ Instant) ([]Event, error) {
	if err := inPlay(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	offered := s.Offers().Draw
	if err := offered.offeredTo(s, c.Player); err != nil {
		return nil, err
	}
	return []Event{DrawDeclined{Side: offered.By.Other()}}, nil
}

// allowsDraws tells whether the sides may agree on a draw: only where the rules
// know one (RULES section 6). With a deom that is not whole somebody always has
// more points.
func (r Ruleset) allowsDraws() bool { return r.Scoring == janggi.ScoringDraw || r.Deom%2 == 0 }

func agreed(s *State) Event { return ended(s, janggi.EndAgreement, janggi.Draw) }

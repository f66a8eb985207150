package game

import "github.com/janggid/janggid/domain/janggi"

// OfferTakeback asks to take back the offerer's last turn (무르기), and the
// answer to it if there was one. Who plays both sides need not ask, and a
// computer always grants it: the turns are taken back at once.
type OfferTakeback struct {
	Player string
	Ply    *int
	Past   PastClocks // of the game; where nobody has to be asked
}

// AcceptTakeback takes back what the other side offered to.
type AcceptTakeback struct {
	Player string
	Ply    *int
	Past   PastClocks // of the game
}

// DeclineTakeback leaves the turns in force.
type DeclineTakeback struct {
	Player string
	Ply    *int
}

func (c OfferTakeback) actor() string   { return c.Player }
func (c AcceptTakeback) actor() string  { return c.Player }
func (c DeclineTakeback) actor() string { return c.Player }

// WithPast is the command, knowing the game's clocks of the past.
func (c OfferTakeback) WithPast(p PastClocks) Command { c.Past = p; return c }

// WithPast is the command, knowing the game's clocks of the past.
func (c AcceptTakeback) WithPast(p PastClocks) Command { c.Past = p; return c }

func (c OfferTakeback) decide(s *State, at Instant) ([]Event, error) {
	if err := inPlay(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	side, oneSide := s.Seats.SideOf(c.Player)
	if !oneSide {
		side = s.toAct().Other() // who made the last turn
	}
	done, err := s.Offers().Takeback.mayOffer(side)
	if done || err != nil {
		return nil, err
	}
	count := takenBackBy(s, side)
	if count == 0 {
		return nil, NothingToTakeBack
	}
	events := []Event{TakebackOffered{Count: count, Ply: s.Ply(), Side: side}}
	if !oneSide || s.Seats[side.Other()].Kind == Computer {
		events = append(events, takeBack(evolveAll(s, events, at), c.Past))
	}
	return events, nil
}

func (c AcceptTakeback) decide(s *State, _ Instant) ([]Event, error) {
	if err := inPlay(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	if err := s.Offers().Takeback.offeredTo(s, c.Player); err != nil {
		return nil, err
	}
	return []Event{takeBack(s, c.Past)}, nil
}

func (c DeclineTakeback) decide(s *State, _ Instant) ([]Event, error) {
	if err := inPlay(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	offered := s.Offers().Takeback
	if err := offered.offeredTo(s, c.Player); err != nil {
		return nil, err
	}
	return []Event{TakebackDeclined{Side: offered.By.Other()}}, nil
}

// takenBackBy is how many turns a side would take back; 0 where it has made
// none.
func takenBackBy(s *State, side janggi.Side) int {
	count := 1
	if s.toAct() == side {
		count = 2
	}
	if s.Ply() < count {
		return 0
	}
	return count
}

// takeBack carries the open offer out. The clocks are again what they were when
// the first of the turns began; the time that passed since is nobody's.
func takeBack(s *State, past PastClocks) Event {
	by := s.Offers().Takeback.By
	count := takenBackBy(s, by)
	ply := s.Ply() - count
	return TurnsTakenBack{Clocks: past[ply], Count: count, Ply: ply, Side: by}
}

package game

import "github.com/janggid/janggid/domain/janggi"

// Join takes the free seat.
type Join struct {
	Player string
	Side   *janggi.Side // nil: whichever is free
}

func (c Join) actor() string { return c.Player }

func (c Join) decide(s *State, at Instant) ([]Event, error) {
	if s.Seats.Holds(c.Player) {
		held, oneSide := s.Seats.SideOf(c.Player)
		if oneSide && c.Side != nil && *c.Side != held {
			return nil, AlreadyJoined
		}
		return nil, nil
	}
	free := janggi.Cho
	if !s.Seats[free].Empty() {
		free = janggi.Han
	}
	if s.Seats.Full() || (c.Side != nil && *c.Side != free) {
		return nil, SeatTaken
	}
	if s.Status == Over {
		return nil, GameOver
	}
	events := []Event{PlayerJoined{Player: Player{ID: c.Player, Kind: Human}, Side: free}}
	return append(events, startIfCustom(evolveAll(s, events, at))...), nil
}

package game

import "github.com/janggid/janggid/domain/janggi"

// Resign gives the game up. Who plays both sides resigns for the side to move.
type Resign struct {
	Player string
	Ply    *int
}

func (c Resign) actor() string { return c.Player }

func (c Resign) decide(s *State, _ Instant) ([]Event, error) {
	if err := inPlay(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	side, ok := s.Seats.SideOf(c.Player)
	if !ok {
		side = s.toAct()
	}
	return []Event{
		PlayerResigned{Side: side},
		ended(s, janggi.EndResignation, janggi.WinFor(side.Other())),
	}, nil
}

package game

import "github.com/janggid/janggid/domain/janggi"

// AwayLimitMS is how long a player must have been away before the other side
// may claim the win.
const AwayLimitMS = minute

// ClaimWin ends a game whose other player is gone. It takes clocks: without
// them nobody is expected to be there.
type ClaimWin struct {
	Player    string
	Ply       *int
	AwaySince *Instant // since when the other player has been away; nil: is not, as far as known
}

func (c ClaimWin) actor() string { return c.Player }

func (c ClaimWin) decide(s State, at Instant) ([]Event, error) {
	if err := inPlay(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	side, oneSide := s.Seats.SideOf(c.Player)
	switch {
	case s.TimeControl.Type == Unlimited:
		return nil, NoClock
	case !oneSide || c.AwaySince == nil || at < c.AwaySince.Add(AwayLimitMS):
		return nil, OpponentPresent
	}
	return []Event{ended(s, janggi.EndAbandoned, janggi.WinFor(side))}, nil
}

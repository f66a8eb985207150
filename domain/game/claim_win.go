package game

import "github.com/janggid/janggid/domain/janggi"

// AwayLimitMS is how long a player must have given no sign of life before the
// other side may claim the win.
const AwayLimitMS = minute

// ClaimWin ends a game whose other player is gone. It takes clocks: without
// them nobody is expected to be there.
type ClaimWin struct {
	Player     string
	Ply        *int
	AwaySince  *Instant     // since when the other player has been away; nil: is not, as far as known
	LastActive LastActivity // in this game; whoever carries the command out folds them from its events
}

// LastActivity are when each side last did something in a game, or when play
// began. A state does not hold them, since only a claim asks for them.
type LastActivity [2]Instant

// After is what an event makes of them. The side is that of whoever caused it;
// nil: the clock did.
func (l LastActivity) After(e Event, by *janggi.Side, at Instant) LastActivity {
	if _, start := e.(Started); start {
		return LastActivity{at, at}
	}
	if by != nil {
		l[*by] = at
	}
	return l
}

func (c ClaimWin) actor() string { return c.Player }

// decide lets a win be claimed that long after the last sign of the other
// player: an absence may be older than the game, and who plays without streams
// is seen by what they do.
func (c ClaimWin) decide(s *State, at Instant) ([]Event, error) {
	if err := inPlay(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	side, oneSide := s.Seats.SideOf(c.Player)
	switch {
	case s.TimeControl.Type == Unlimited:
		return nil, NoClock
	case !oneSide || s.Seats[side.Other()].Kind == Computer:
		return nil, OpponentPresent // a computer never leaves
	case c.AwaySince == nil || at < max(*c.AwaySince, c.LastActive[side.Other()]).Add(AwayLimitMS):
		return nil, OpponentPresent
	}
	return []Event{ended(s, janggi.EndAbandoned, janggi.WinFor(side))}, nil
}

package game

import "github.com/janggid/janggid/domain/janggi"

// ChooseSetup picks where a side's horses and elephants stand (상차림). Han
// picks first.
type ChooseSetup struct {
	Player string
	Side   *janggi.Side // nil: the player's own; who plays both sides may leave it to the order too
	Setup  janggi.Setup
	Engine int // version of the engine that chose for a computer
}

func (c ChooseSetup) actor() string { return c.Player }

// meantIn names the side of a choice that names none.
func (c ChooseSetup) meantIn(s *State) ChooseSetup {
	if c.Side == nil {
		side, ok := s.Seats.SideOf(c.Player)
		if !ok {
			side = s.toAct()
		}
		c.Side = &side
	}
	return c
}

func (c ChooseSetup) decide(s *State, _ Instant) ([]Event, error) {
	own, oneSide := s.Seats.SideOf(c.Player)
	side := *c.Side
	if !s.Seats.Holds(c.Player) || oneSide && side != own {
		return nil, NotYourGame
	}
	switch {
	case s.Status == Over:
		return nil, GameOver
	case s.Status == Waiting:
		return nil, GameNotStarted
	case s.Setups[side].Chosen:
		return nil, SetupAlreadyChosen
	case s.Status != Setup || side != s.toAct():
		return nil, SetupNotDue
	}
	return chooseSetup(s, SetupChosen{By: ByPlayer, Engine: c.Engine, Setup: c.Setup, Side: side}), nil
}

// chooseSetup gives a side its setup, and starts the game with the second one.
func chooseSetup(s *State, chosen SetupChosen) []Event {
	events := []Event{chosen}
	if chosen.Side == janggi.Cho {
		events = append(events, started(s, janggi.StartPosition(chosen.Setup, s.Setups[janggi.Han].Setup)))
	}
	return events
}

// setupExpired is what stands for the choice of a side whose time is out.
func setupExpired(s *State, deadline Instant) SetupChosen {
	return SetupChosen{By: ByTimeout, Deadline: &deadline, Setup: janggi.HEHE, Side: s.toAct()}
}

package game

import "github.com/janggid/janggid/domain/janggi"

// OfferRematch asks for another game with the sides swapped. Where the other
// player has asked already, they agree; who played both sides agrees at once, and
// so does a computer.
type OfferRematch struct {
	Player string
	Game   string // id that the other game gets
}

// AcceptRematch agrees to another game.
type AcceptRematch struct {
	Player string
	Game   string // id that the other game gets
}

// DeclineRematch leaves it at this game.
type DeclineRematch struct{ Player string }

func (c OfferRematch) decide(s *State, _ Instant) ([]Event, error) {
	if err := mayRematch(s, c.Player); err != nil || s.Rematch() != "" {
		return nil, err
	}
	side, oneSide := s.Seats.SideOf(c.Player)
	offered := s.Offers().Rematch
	if !oneSide || s.Seats[side.Other()].Kind == Computer || offered.Open && offered.By != side {
		return []Event{Rematched{Game: c.Game}}, nil
	}
	done, err := offered.mayOffer(side)
	if done || err != nil {
		return nil, err
	}
	return []Event{RematchOffered{Side: side}}, nil
}

func (c AcceptRematch) decide(s *State, _ Instant) ([]Event, error) {
	if err := mayRematch(s, c.Player); err != nil || s.Rematch() != "" {
		return nil, err
	}
	if err := s.Offers().Rematch.offeredTo(s, c.Player); err != nil {
		return nil, err
	}
	return []Event{Rematched{Game: c.Game}}, nil
}

func (c DeclineRematch) decide(s *State, _ Instant) ([]Event, error) {
	if err := mayRematch(s, c.Player); err != nil {
		return nil, err
	}
	offered := s.Offers().Rematch
	if err := offered.offeredTo(s, c.Player); err != nil {
		return nil, err
	}
	return []Event{RematchDeclined{Side: offered.By.Other()}}, nil
}

func mayRematch(s *State, player string) error {
	switch {
	case !s.Seats.Holds(player) || s.imported():
		return NotYourGame
	case s.Status != Over:
		return GameNotOver
	case !s.Seats.Full():
		return NobodyJoined
	}
	return nil
}

// Rematch is the id of the game that the same players went on with; "" for
// none.
func (s *State) Rematch() string {
	if s.talk == nil {
		return ""
	}
	return s.talk.rematch
}

// RematchOf is the id of the game that this one is the rematch of; "" for none.
func (s *State) RematchOf() string {
	if s.talk == nil {
		return ""
	}
	return s.talk.rematchOf
}

// RematchCreation opens the game after this one, of which id is the id: the same
// players on the other sides and the same options. Labels are not taken over: a
// league's game is not repeated by its players' agreement. A computer plays from
// another seed.
func (s *State) RematchCreation(id string) Create {
	c := Create{
		Player: s.Seats[janggi.Han].ID, Side: janggi.Cho, Against: s.Seats[janggi.Cho].ID, Opponent: s.Opponent,
		Ruleset: s.Ruleset, TimeControl: s.TimeControl, SetupMS: s.SetupMS, Visibility: s.Visibility,
		StartFEN: s.StartFEN, SpectatorDelayMS: s.SpectatorDelayMS, NoChat: s.NoChat, RematchOf: id,
	}
	if s.Seats.SoloGame() {
		c.Against = ""
	}
	if person, ok := s.Seats.AgainstComputer(); ok {
		c.Player, c.Side, c.Against = s.Seats[person].ID, person.Other(), s.Seats[person.Other()].ID
		c.Seed = nextSeed(s.Seed())
	}
	return c
}

// nextSeed is the seed of a rematch: the next number of the generator
// splitmix64.
func nextSeed(seed int64) int64 {
	z := uint64(seed) + 0x9E37_79B9_7F4A_7C15
	z = (z ^ z>>30) * 0xBF58_476D_1CE4_E5B9
	z = (z ^ z>>27) * 0x94D0_49BB_1331_11EB
	return int64((z ^ z>>31) & MaxSeed)
}

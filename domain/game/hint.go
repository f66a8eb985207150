package game

import "github.com/janggid/janggid/domain/janggi"

// GiveHint tells the side to move what the engine would play. Nobody gets help
// against another person. A hint that was given for this turn stands: it is
// not given again.
type GiveHint struct {
	Player string
	Ply    *int
	Found  *FoundTurn // nil where nothing was searched, because the command had to be refused
}

// FoundTurn is what the engine found in a position.
type FoundTurn struct {
	Position uint64 // key of the position
	Move     janggi.Move
	Search   Search
}

func (c GiveHint) actor() string { return c.Player }

// HintGiven is help that the side to move got. It marks the game as assisted
// for good.
type HintGiven struct {
	Move   janggi.Move `json:"move"`
	Ply    int         `json:"ply"` // turns in force
	Search Search      `json:"search"`
	Side   janggi.Side `json:"side"`
}

func (HintGiven) EventType() string { return "HintGiven" }
func (HintGiven) event()            {}

// Hint is what the side to move was told; false for nothing.
func (s *State) Hint() (HintGiven, bool) {
	if s.talk == nil || s.talk.hint == nil {
		return HintGiven{}, false
	}
	return *s.talk.hint, true
}

// Assisted tells whether a hint was ever given, taken back or not.
func (s *State) Assisted() bool { return s.talk != nil && s.talk.assisted }

// MayAskForHint refuses a hint that the game does not allow now.
func (s *State) MayAskForHint(player string, ply *int) error {
	if s.Status != Over && s.Seats.Holds(player) && s.Seats.BetweenPeople() {
		return GameInProgress
	}
	return mayTurn(s, player, ply)
}

func (c GiveHint) decide(s *State, _ Instant) ([]Event, error) {
	if err := s.MayAskForHint(c.Player, c.Ply); err != nil {
		return nil, err
	}
	if _, given := s.Hint(); given {
		return nil, nil
	}
	switch {
	case c.Found == nil:
		return nil, NotYourTurn // it was not when the command arrived
	case c.Found.Position != s.Game.Position().Key():
		return nil, WrongPly // the game went on during the search
	}
	return []Event{HintGiven{Move: c.Found.Move, Ply: s.Ply(), Search: c.Found.Search, Side: s.toAct()}}, nil
}

func deriveHint(s *State, e HintGiven) (Event, error) {
	if err := inState(s, Playing); err != nil {
		return nil, err
	}
	if s.Seats.BetweenPeople() {
		return nil, impossible("type", "two people play against each other")
	}
	if err := s.Game.Validate(e.Move); err != nil {
		return nil, impossible("move", "it is illegal: %v", err)
	}
	e.Ply, e.Side = s.Ply(), s.toAct()
	return e, nil
}

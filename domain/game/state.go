package game

import "github.com/janggid/janggid/domain/janggi"

// Status is how far a game has come.
type Status string

const (
	Waiting Status = "waiting" // for a second player
	Setup   Status = "setup"   // Han, then Cho choose their setups
	Playing Status = "playing"
	Over    Status = "ended"
)

// State is a game as its events tell it. It is a value: a copy of it and what is
// folded into that (Evolve, Apply) change nothing that the old one can see.
type State struct {
	Status           Status
	Creator          string
	Opponent         OpponentType
	Ruleset          Ruleset
	RulesVersion     int
	TimeControl      TimeControl
	SetupMS          int64 // 0: no limit
	Visibility       Visibility
	Labels           map[string]string // the map is never changed
	SpectatorDelayMS int64             // how much later than the players all others see the game
	StartFEN         string            // "": a start by setups
	NoChat           bool              // nobody talks at this board
	Events           int32             // that were folded; here it takes no memory of its own
	Source           *SourceFacts      // of an imported game; nil for one played here
	SupersededBy     string            // id of the game made of a corrected record; "" for none
	Seats            Seats
	Setups           [2]SetupChoice

	// Game is the position and its history; meaningful once Started.
	Game    janggi.Game
	Started bool

	Clocks      Clocks
	ActingSince Instant // when the present turn or the present choice of a setup began
	Outcome     *janggi.Outcome

	talk *talk // nil for nothing: Offers, Takebacks, Rematch, RematchOf and Seed read it

	CreatedAt Instant
	UpdatedAt Instant // time of the last event
}

// SetupChoice is a side's setup, once it has one.
type SetupChoice struct {
	Setup  janggi.Setup
	Chosen bool
}

// ToAct is the side that must choose a setup or make a turn; false when nobody
// has to.
func (s *State) ToAct() (janggi.Side, bool) {
	if s.Status != Setup && s.Status != Playing {
		return 0, false
	}
	return s.toAct(), true
}

func (s *State) toAct() janggi.Side {
	if s.Status == Playing {
		return s.Game.SideToMove()
	}
	if s.Setups[janggi.Han].Chosen {
		return janggi.Cho
	}
	return janggi.Han
}

// Ply is the number of turns in force.
func (s *State) Ply() int {
	if !s.Started {
		return 0
	}
	return s.Game.Ply()
}

// WaitingLimitMS is how long a game waits for a second player before it is
// aborted.
const WaitingLimitMS = day

// Deadline is the next instant at which the game changes without anybody's
// command: a setup or a turn runs out of time, or nobody has joined; false when
// there is none.
func (s *State) Deadline() (Instant, bool) {
	if s.Status == Waiting {
		return s.CreatedAt.Add(WaitingLimitMS), true
	}
	_, deadline, running := s.Running()
	return deadline, running && deadline != 0
}

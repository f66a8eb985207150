package game

import (
	"errors"

	"github.com/janggid/janggid/domain/janggi"
)

// Create opens a game. All of its values must be valid; Validate says so.
type Create struct {
	Player           string
	Side             janggi.Side // of the creator; a wish for "random" has been drawn by the caller
	Opponent         OpponentType
	Ruleset          Ruleset
	TimeControl      TimeControl
	SetupMS          int64 // 0: no limit
	Visibility       Visibility
	Labels           map[string]string
	StartFEN         string          // "": a start by setups
	SpectatorDelayMS int64           // how much later than the players all others see the game; 0 to MaxSpectatorDelayMS
	Against          string          // id of the player in the other seat; "": whoever joins
	Both             *BySide[string] // ids of both players, in place of Player, Side and Against: an organiser's game, or one of computers
	Seed             int64           // of the computers' play, 0 to MaxSeed; of no concern without computers
	NoChat           bool
	RematchOf        string // id of the game before this one; "" for none
}

// MaxSpectatorDelayMS is the longest delay for spectators.
const MaxSpectatorDelayMS = 5 * minute

// ErrMatedStart refuses a start position in which the game is already over.
var ErrMatedStart = errors.New("the side to move is checkmated")

// Validate checks the values that have rules of their own. Its error is a
// *janggi.InvalidRulesError, an *InvalidTimeControlError, a
// *janggi.InvalidPositionError or ErrMatedStart.
func (c Create) Validate() error {
	if err := c.Ruleset.Validate(); err != nil {
		return err
	}
	if err := c.TimeControl.Validate(); err != nil {
		return err
	}
	if err := ValidateSetupTime(c.SetupMS); err != nil {
		return err
	}
	if c.StartFEN == "" {
		return nil
	}
	start, err := janggi.ParseFEN(c.StartFEN)
	if err != nil {
		return err
	}
	board := janggi.NewGame(c.Ruleset.Rules, start)
	if _, over := board.Outcome(); over {
		return ErrMatedStart
	}
	return nil
}

func (c Create) actor() string { return c.Player }

func (c Create) decide(s *State, at Instant) ([]Event, error) {
	if s.Status != "" {
		return nil, SeatTaken // only a caller that lost track of its ids gets here
	}
	created := Created{
		Creator:          c.Player,
		Labels:           c.Labels,
		Opponent:         c.Opponent,
		Ruleset:          c.Ruleset,
		RematchOf:        c.RematchOf,
		RulesVersion:     janggi.RulesVersion,
		SpectatorDelayMS: c.SpectatorDelayMS,
		TimeControl:      c.TimeControl,
		Visibility:       c.Visibility,
	}
	if created.Labels == nil {
		created.Labels = map[string]string{}
	}
	if c.SetupMS > 0 {
		created.SetupMS = &c.SetupMS
	}
	if c.StartFEN != "" {
		created.StartFEN = &c.StartFEN
	}
	if c.NoChat {
		created.Chat = new(false)
	}
	created.Seats = c.seats()
	if c.Opponent == OpponentComputer || c.Opponent == OpponentComputers {
		created.Seed = &c.Seed
	}
	events := []Event{created}
	return append(events, startIfCustom(evolveAll(s, events, at))...), nil
}

// seats are who sits where at first.
func (c Create) seats() (seats BySide[*Player]) {
	if c.Both != nil {
		return BySide[*Player]{seated(c.Both.Cho), seated(c.Both.Han)}
	}
	creator := seated(c.Player)
	*seats.of(c.Side) = creator
	switch {
	case c.Opponent == OpponentSelf:
		*seats.of(c.Side.Other()) = creator
	case c.Against != "":
		*seats.of(c.Side.Other()) = seated(c.Against)
	}
	return seats
}

// startIfCustom starts a game that has both players and needs no setups.
func startIfCustom(s *State) []Event {
	if !s.Seats.Full() || s.StartFEN == "" {
		return nil
	}
	start, err := janggi.ParseFEN(s.StartFEN)
	if err != nil {
		panic(err) // validated at creation
	}
	return []Event{started(s, start)}
}

func started(s *State, start janggi.Position) Started {
	clock := s.TimeControl.Start()
	return Started{Clocks: Clocks{clock, clock}, FEN: start.FEN(), Turn: start.SideToMove()}
}

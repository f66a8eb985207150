package game

import (
	"fmt"

	"github.com/janggid/janggid/domain/janggi"
)

// RecordPreset is the ruleset of games whose moves are given: the record says
// who won.
const RecordPreset = "record"

// Import makes a whole game out of a record, in the events of a game that was
// played here. The game is over afterwards, whatever the record says: nobody
// is to play it on.
type Import struct {
	Source      Source
	Seats       Seats // Recorded players where only a name is known
	Labels      map[string]string
	Visibility  Visibility
	Ruleset     Ruleset          // zero: RecordPreset
	TimeControl TimeControl      // Unlimited where the record tells none
	Setups      *[2]janggi.Setup // nil: StartFEN
	StartFEN    string           // "": a start by setups
	Turns       []ImportedTurn   // each of them legal, none after the end
	End         janggi.EndReason // where the board says nothing
	Result      janggi.Result    // as the record has it
}

// ImportedTurn is a turn of a record.
type ImportedTurn struct {
	Move    janggi.Move
	SpentMS int64   // 0 where the record does not tell it
	Clocks  *Clocks // after the turn; nil where the record does not tell them
}

// ImportError says which turn cannot be imported. Records are checked before;
// it shows a mistake of the caller.
type ImportError struct {
	Ply int // from 1
	Err error
}

func (e *ImportError) Error() string { return fmt.Sprintf("import: turn %d: %v", e.Ply, e.Err) }

func (e *ImportError) Unwrap() error { return e.Err }

func (c Import) decide(s *State, _ Instant) ([]Event, error) {
	if s.Status != "" {
		return nil, SeatTaken
	}
	ruleset := c.Ruleset
	if ruleset.Preset == "" {
		ruleset, _ = RulesetNamed(RecordPreset)
	}
	events := make([]Event, 0, len(c.Turns)+6)
	events = append(events, c.created(ruleset))
	start, err := c.start()
	if err != nil {
		return nil, err
	}
	if c.Setups != nil {
		for _, side := range []janggi.Side{janggi.Han, janggi.Cho} { // the order in which they choose
			events = append(events, SetupChosen{By: ByPlayer, Setup: c.Setups[side], Side: side})
		}
	}
	clock := c.TimeControl.Start()
	clocks := Clocks{clock, clock}
	events = append(events, Started{Clocks: clocks, FEN: start.FEN(), Turn: start.SideToMove()})
	board := janggi.NewGame(ruleset.Rules, start)
	for i, turn := range c.Turns {
		if err := board.Validate(turn.Move); err != nil {
			return nil, &ImportError{i + 1, err}
		}
		if turn.Clocks != nil {
			clocks = *turn.Clocks
		}
		side, after := board.SideToMove(), board.After(turn.Move)
		events = append(events, turnEvent(&board, &after, side, madeTurn{move: turn.Move, clocks: clocks, spentMS: turn.SpentMS}))
		board = after
	}
	return append(events, c.ending(&board)...), nil
}

func (c Import) created(ruleset Ruleset) Created {
	e := Created{
		Creator: c.Source.ImportedBy, Labels: c.Labels, Opponent: OpponentRecord, Ruleset: ruleset,
		RulesVersion: janggi.RulesVersion, TimeControl: c.TimeControl, Visibility: c.Visibility,
		Source: &c.Source, Seats: BySide[*Player]{&c.Seats[janggi.Cho], &c.Seats[janggi.Han]},
	}
	if e.Labels == nil {
		e.Labels = map[string]string{}
	}
	if c.StartFEN != "" {
		e.StartFEN = &c.StartFEN
	}
	return e
}

func (c Import) start() (janggi.Position, error) {
	if c.Setups != nil {
		return janggi.StartPosition(c.Setups[janggi.Cho], c.Setups[janggi.Han]), nil
	}
	return janggi.ParseFEN(c.StartFEN)
}

// ending closes the game: as the board has it, or else as the record says.
func (c Import) ending(board *janggi.Game) []Event {
	if outcome, over := board.Outcome(); over {
		return []Event{endedWith(board.Ply(), outcome)}
	}
	end := endedWith(board.Ply(), board.Ended(c.End, c.Result))
	if winner, decided := c.Result.Winner(); decided && c.End == janggi.EndResignation {
		return []Event{PlayerResigned{Side: winner.Other()}, end}
	}
	return []Event{end}
}

package game

import "github.com/janggid/janggid/domain/janggi"

// PlayMove makes a turn from its text: UCI, the Korean record, or a pass in
// either.
type PlayMove struct {
	Player string
	Text   string
	Ply    *int // turns made so far, when the sender wants it checked
}

// Pass makes a turn without a move.
type Pass struct {
	Player string
	Ply    *int
}

func (c PlayMove) actor() string { return c.Player }
func (c Pass) actor() string     { return c.Player }

func (c PlayMove) decide(s *State, at Instant) ([]Event, error) {
	if err := mayTurn(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	m, err := s.Game.Parse(c.Text)
	if err != nil {
		return nil, err
	}
	return turn(s, m, at)
}

func (c Pass) decide(s *State, at Instant) ([]Event, error) {
	if err := mayTurn(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	return turn(s, janggi.Pass, at)
}

// inPlay refuses what only a running game allows.
func inPlay(s *State, player string, ply *int) error {
	switch {
	case !s.Seats.Holds(player):
		return NotYourGame
	case s.Status == Over:
		return GameOver
	case s.Status != Playing:
		return GameNotStarted
	case ply != nil && *ply != s.Ply():
		return WrongPly
	}
	return nil
}

func mayTurn(s *State, player string, ply *int) error {
	if err := inPlay(s, player, ply); err != nil {
		return err
	}
	if s.Seats[s.toAct()].ID != player {
		return NotYourTurn
	}
	return nil
}

// turn plays a move or a pass, and ends the game where the rules say so.
func turn(s *State, m janggi.Move, at Instant) ([]Event, error) {
	if err := s.Game.Validate(m); err != nil {
		return nil, err
	}
	side := s.toAct()
	spent := int64(at - s.ActingSince)
	clocks := s.Clocks
	clocks[side] = s.TimeControl.AfterTurn(clocks[side], spent)

	after := s.Game.After(m)
	made := turnEvent(&s.Game, &after, m, side, clocks, spent)
	if outcome, over := after.Outcome(); over {
		return []Event{made, endedWith(after.Ply(), outcome)}, nil
	}
	return []Event{made}, nil
}

// turnEvent tells of a turn from the board before it and the one after it.
func turnEvent(board, after *janggi.Game, m janggi.Move, side janggi.Side, clocks Clocks, spentMS int64) Event {
	if m.IsPass() {
		return TurnPassed{Clocks: clocks, Ply: after.Ply(), Side: side, SpentMS: spentMS}
	}
	before := board.Position()
	return MovePlayed{
		Captured: capturedKind(before.At(m.To())),
		Check:    after.Position().InCheck(),
		Clocks:   clocks,
		Move:     m,
		Piece:    before.At(m.From()).Kind(),
		Ply:      after.Ply(),
		Side:     side,
		SpentMS:  spentMS,
	}
}

func capturedKind(p janggi.Piece) *janggi.Kind {
	if p == janggi.NoPiece {
		return nil
	}
	return new(p.Kind())
}

package game

import "github.com/janggid/janggid/domain/janggi"

// PlayMove makes a turn from its text: UCI, the Korean record, or a pass in
// either.
type PlayMove struct {
	Player string
	Text   string
	Ply    *int    // turns made so far, when the sender wants it checked
	Search *Search // of a computer; nil for people
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
	return turn(s, m, c.Search, at)
}

func (c Pass) decide(s *State, at Instant) ([]Event, error) {
	if err := mayTurn(s, c.Player, c.Ply); err != nil {
		return nil, err
	}
	return turn(s, janggi.Pass, nil, at)
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

// madeTurn is a turn with what surrounds it.
type madeTurn struct {
	move    janggi.Move
	search  *Search
	clocks  Clocks // after the turn
	spentMS int64
}

// timed gives a turn of the side to act its clocks.
func (t *madeTurn) timed(s *State, at Instant) {
	side := s.toAct()
	t.spentMS = int64(at - s.ActingSince)
	t.clocks = s.Clocks
	t.clocks[side] = s.TimeControl.AfterTurn(t.clocks[side], t.spentMS)
}

// turn plays a move or a pass, and ends the game where the rules say so.
func turn(s *State, m janggi.Move, search *Search, at Instant) ([]Event, error) {
	if err := s.Game.Validate(m); err != nil {
		return nil, err
	}
	t := madeTurn{move: m, search: search}
	t.timed(s, at)
	after := s.Game.After(m)
	made := turnEvent(&s.Game, &after, s.toAct(), t)
	if outcome, over := after.Outcome(); over {
		return []Event{made, endedWith(after.Ply(), outcome)}, nil
	}
	return []Event{made}, nil
}

// turnEvent tells of a turn from the board before it and the one after it.
func turnEvent(board, after *janggi.Game, side janggi.Side, t madeTurn) Event {
	if t.move.IsPass() {
		return TurnPassed{Clocks: t.clocks, Ply: after.Ply(), Search: t.search, Side: side, SpentMS: t.spentMS}
	}
	before := board.Position()
	return MovePlayed{
		Captured: capturedKind(before.At(t.move.To())),
		Check:    after.Position().InCheck(),
		Clocks:   t.clocks,
		Move:     t.move,
		Piece:    before.At(t.move.From()).Kind(),
		Ply:      after.Ply(),
		Search:   t.search,
		Side:     side,
		SpentMS:  t.spentMS,
	}
}

func capturedKind(p janggi.Piece) *janggi.Kind {
	if p == janggi.NoPiece {
		return nil
	}
	return new(p.Kind())
}

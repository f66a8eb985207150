package projections

import "github.com/janggid/janggid/domain/janggi"

// Board is what stands on a game's board.
type Board struct {
	FEN      string
	Ply      int          // turns in force
	LastMove *janggi.Move // nil before the first turn
	InCheck  bool         // the side to move
	Facing   bool         // the generals face each other
}

var boardColumns = []column{
	{"fen", "TEXT", byTurns, func(s *Summary) cell { return text[string]{&s.Board.FEN} }},
	{"ply", "INTEGER NOT NULL", byTurns, func(s *Summary) cell { return integer[int]{&s.Board.Ply} }},
	{"last_move", "TEXT", byTurns, func(s *Summary) cell { return wordOf(&s.Board.LastMove) }},
	{"in_check", "INTEGER NOT NULL", byTurns, func(s *Summary) cell { return boolean{&s.Board.InCheck} }},
	{"facing", "INTEGER NOT NULL", byTurns, func(s *Summary) cell { return boolean{&s.Board.Facing} }},
}

func boardOf(g *janggi.Game) Board {
	position := g.Position()
	b := Board{FEN: position.FEN(), Ply: g.Ply(), InCheck: position.InCheck(), Facing: position.Facing()}
	if last, ok := g.LastTurn(); ok {
		b.LastMove = new(last.Move)
	}
	return b
}

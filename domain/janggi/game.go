package janggi

// Game is a position with the turns that led to it and the rules it is played by. It is a value: methods never
// change the receiver, and games made from one may go on independently, also at the same time. A game takes 16 bytes
// a turn, up to a quarter more while it grows, and a few hundred bytes besides. Make one with [NewGame].
type Game struct {
	origin   *origin
	position Position
	history  history
}

// origin is what never changes in a game; all games made from one share it.
type origin struct {
	rules Rules
	start Position
}

// NewGame is a game before its first turn. The start position counts as the first occurrence, whichever side is to
// move; of its counters only the turns since the last capture play a part, for the no-capture limit.
func NewGame(r Rules, start Position) Game {
	return Game{origin: &origin{r, start}, position: start}
}

// Rules are the options the game is played by.
func (g *Game) Rules() Rules { return g.origin.rules }

// Start is the position at ply 0.
func (g *Game) Start() Position { return g.origin.start }

// Position is the present position, not to be changed.
func (g *Game) Position() *Position { return &g.position }

// Ply is the number of turns in force.
func (g *Game) Ply() int { return len(g.history.turns) }

// SideToMove is the side to move.
func (g *Game) SideToMove() Side { return g.position.SideToMove() }

// HistoryBytes is how much memory the game's turns take.
func (g *Game) HistoryBytes() int { return g.history.bytes() }

// SharesHistory tells whether the turns of two games take the same memory.
func (g *Game) SharesHistory(other *Game) bool { return g.history.shares(other.history) }

// Moves are the turns in force, in a slice of the caller's own.
func (g *Game) Moves() []Move { return g.AppendMoves(make([]Move, 0, g.Ply())) }

// AppendMoves appends the turns and returns the extended slice.
func (g *Game) AppendMoves(dst []Move) []Move {
	for _, t := range g.history.turns {
		dst = append(dst, t.move)
	}
	return dst
}

// Occurrences is how often the present position has occurred, now included.
func (g *Game) Occurrences() int { return g.occurrencesAt(g.Ply()) }

// Points are both sides' points: material, and the deom for Han.
func (g *Game) Points() [2]Points { return pointSums(&g.position, g.origin.rules.Deom) }

// Material is the value of both sides' pieces in points.
func (g *Game) Material() [2]int {
	return [2]int{Cho: g.position.Material(Cho), Han: g.position.Material(Han)}
}

// After is the game after one more turn. The turn must be legal; nothing is judged, so that a game may be led past
// its end.
func (g *Game) After(m Move) Game {
	next := *g
	t := turn{move: m}
	if !m.IsPass() {
		t.piece = g.position.At(m.From())
	}
	t.captured = next.position.Play(m)
	t.key = next.position.Key()
	t.givesCheck = next.position.InCheck()
	t.leavesFaced = next.position.Facing()
	t.occurrence = uint16(g.occurrencesWith(t))
	next.history = g.history.with(t)
	return next
}

// TakenBack is the game without its last n turns, 0 to Ply; it panics for any other n.
func (g *Game) TakenBack(n int) Game {
	back := *g
	back.history = g.history.without(n)
	back.position = g.origin.start
	for _, t := range back.history.turns {
		back.position.Play(t.move)
	}
	return back
}

// Turn is one turn of a game and what it led to.
type Turn struct {
	Side       Side
	Move       Move
	Piece      Piece // that moved; NoPiece for a pass
	Captured   Piece // NoPiece for none
	Check      bool  // whether it gave check
	Facing     bool  // whether the generals faced each other after it
	Occurrence int   // how often the position after it had then occurred, this time included
}

// LastTurn is the latest turn; false before the first.
func (g *Game) LastTurn() (Turn, bool) {
	if g.Ply() == 0 {
		return Turn{}, false
	}
	return g.TurnAt(g.Ply()), true
}

// TurnAt is the turn that led to a ply, 1 to Ply; it panics for any other.
func (g *Game) TurnAt(ply int) Turn {
	t := g.history.turns[ply-1]
	return Turn{
		Side: g.moverOf(ply), Move: t.move, Piece: t.piece, Captured: t.captured,
		Check: t.givesCheck, Facing: t.leavesFaced, Occurrence: int(t.occurrence),
	}
}

// moverOf is the side that made the turn leading to a ply.
func (g *Game) moverOf(ply int) Side {
	if ply%2 == 1 {
		return g.origin.start.SideToMove()
	}
	return g.origin.start.SideToMove().Other()
}

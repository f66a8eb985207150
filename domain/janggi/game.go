package janggi

// Game is a position with the turns that led to it and its rules. It is a
// value: methods never change the receiver, and games derived from one may
// continue independently and concurrently. A game takes 16 bytes a turn, up to
// a quarter more while it grows, plus a few hundred bytes. Create one with
// [NewGame].
type Game struct {
	origin   *origin
	position Position
	history  history
}

// origin is the immutable part of a game, shared by all games derived from it.
type origin struct {
	rules Rules
	start Position
}

// NewGame returns a game before its first turn. The start position counts as
// the first occurrence, whichever side is to move. Of its counters only the
// turns since the last capture matter, for the no-capture limit.
func NewGame(r Rules, start Position) Game {
	return Game{origin: &origin{r, start}, position: start}
}

// Rules returns the game's options.
func (g *Game) Rules() Rules { return g.origin.rules }

// Start returns the position at ply 0.
func (g *Game) Start() Position { return g.origin.start }

// Position returns the current position. Callers must not change it.
func (g *Game) Position() *Position { return &g.position }

// Ply returns the number of turns played and not taken back.
func (g *Game) Ply() int { return len(g.history.turns) }

// SideToMove returns the side to move.
func (g *Game) SideToMove() Side { return g.position.SideToMove() }

// HistoryBytes returns the memory used by the game's turns.
func (g *Game) HistoryBytes() int { return g.history.bytes() }

// SharesHistory reports whether two games keep their turns in one array.
func (g *Game) SharesHistory(other *Game) bool { return g.history.shares(other.history) }

// Moves returns the turns played, in a new slice.
func (g *Game) Moves() []Move { return g.AppendMoves(make([]Move, 0, g.Ply())) }

// AppendMoves appends the turns and returns the extended slice.
func (g *Game) AppendMoves(dst []Move) []Move {
	for _, t := range g.history.turns {
		dst = append(dst, t.move)
	}
	return dst
}

// Occurrences returns how often the current position has occurred, counting
// now.
func (g *Game) Occurrences() int { return g.occurrencesAt(g.Ply()) }

// Points returns both sides' points: material, plus the deom for Han.
func (g *Game) Points() [2]Points { return pointSums(&g.position, g.origin.rules.Deom) }

// Material returns the value of both sides' pieces in points.
func (g *Game) Material() [2]int {
	return [2]int{Cho: g.position.Material(Cho), Han: g.position.Material(Han)}
}

// After returns the game after one more turn. The turn must be legal. After
// does not judge the game, so it can continue past the end.
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

// TakenBack returns the game without its last n turns, 0 to Ply. It panics for
// any other n.
func (g *Game) TakenBack(n int) Game {
	back := *g
	back.history = g.history.without(n)
	back.position = g.origin.start
	for _, t := range back.history.turns {
		back.position.Play(t.move)
	}
	return back
}

// Turn is one turn of a game and its consequences.
type Turn struct {
	Side       Side
	Move       Move
	Piece      Piece // that moved; NoPiece for a pass
	Captured   Piece // NoPiece for none
	Check      bool  // it gave check
	Facing     bool  // the generals faced each other after it
	Occurrence int   // of the position after it, counting that one
}

// LastTurn returns the latest turn; false before the first.
func (g *Game) LastTurn() (Turn, bool) {
	if g.Ply() == 0 {
		return Turn{}, false
	}
	return g.TurnAt(g.Ply()), true
}

// TurnAt returns the turn that led to a ply, 1 to Ply. It panics for any other.
func (g *Game) TurnAt(ply int) Turn {
	t := g.history.turns[ply-1]
	return Turn{
		Side: g.moverOf(ply), Move: t.move, Piece: t.piece, Captured: t.captured,
		Check: t.givesCheck, Facing: t.leavesFaced, Occurrence: int(t.occurrence),
	}
}

// moverOf returns the side that made the turn leading to a ply.
func (g *Game) moverOf(ply int) Side {
	if ply%2 == 1 {
		return g.origin.start.SideToMove()
	}
	return g.origin.start.SideToMove().Other()
}

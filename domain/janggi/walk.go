package janggi

// Walk plays and undoes turns after a game, in place and without allocating,
// for searches. It judges as Game does; the game's own turns count for
// repetition and limits.
type Walk struct {
	game    Game
	root    int     // plies of the game
	elapsed []int32 // turns since the last capture, before each turn of the walk
}

// WalkFrom starts a walk at a game's current position, for up to depth turns.
// The walk copies the game's turns, so the game may continue.
func WalkFrom(g Game, depth int) *Walk {
	turns := make([]turn, g.Ply(), g.Ply()+depth)
	copy(turns, g.history.turns)
	g.history = history{turns: turns}
	return &Walk{game: g, root: len(turns), elapsed: make([]int32, 0, depth)}
}

// skipped marks a turn of SkipTurn: a move from a1 to a1. Its fake capture ends
// the search for earlier occurrences.
var skipped = turn{move: NewMove(0, 0), captured: Piece(Soldier)}

// Play makes a legal turn.
func (w *Walk) Play(m Move) {
	p := &w.game.position
	t := turn{move: m}
	if !m.IsPass() {
		t.piece = p.board[m.From()]
	}
	w.elapsed = append(w.elapsed, p.sinceCapture)
	t.captured = p.Play(m)
	t.key = p.key
	t.givesCheck = p.InCheck()
	t.leavesFaced = p.Facing()
	t.occurrence = uint16(w.game.occurrencesWith(t))
	w.game.history.turns = append(w.game.history.turns, t)
}

// SkipTurn plays a null move, which no rule allows. It is not a pass: a pass
// after it is not the second in a row, and no position recurs across it.
// Searches use it to find threats.
func (w *Walk) SkipTurn() {
	p := &w.game.position
	w.elapsed = append(w.elapsed, p.sinceCapture)
	p.Play(Pass)
	t := skipped
	t.key = p.key
	t.leavesFaced = p.Facing()
	t.occurrence = 1
	w.game.history.turns = append(w.game.history.turns, t)
}

// Back undoes the latest turn of the walk.
func (w *Walk) Back() {
	last := len(w.elapsed) - 1
	turns := w.game.history.turns
	t := &turns[len(turns)-1]
	if t.move == skipped.move {
		w.game.position.takeBack(Pass, NoPiece, w.elapsed[last])
	} else {
		w.game.position.takeBack(t.move, t.captured, w.elapsed[last])
	}
	w.elapsed = w.elapsed[:last]
	w.game.history.turns = turns[:len(turns)-1]
}

// Position returns the current position. Callers must not change it.
func (w *Walk) Position() *Position { return &w.game.position }

// Rules returns the game's options.
func (w *Walk) Rules() *Rules { return &w.game.origin.rules }

// Depth returns the number of turns since the walk began.
func (w *Walk) Depth() int { return len(w.elapsed) }

// Ply returns the number of turns played, including those of the game.
func (w *Walk) Ply() int { return w.game.Ply() }

// LastMove returns the latest turn; false before the game's first turn and
// after SkipTurn.
func (w *Walk) LastMove() (Move, bool) {
	turns := w.game.history.turns
	if len(turns) == 0 || turns[len(turns)-1].move == skipped.move {
		return Pass, false
	}
	return turns[len(turns)-1].move, true
}

// InCheck reports whether the side to move is in check.
func (w *Walk) InCheck() bool {
	turns := w.game.history.turns
	if len(turns) == 0 {
		return w.game.position.InCheck()
	}
	return turns[len(turns)-1].givesCheck
}

// MayPass is [Game.MayPass].
func (w *Walk) MayPass() bool { return !w.InCheck() || w.game.MayPass() }

// AppendMovesTo appends the legal moves that end on a point of to, without
// passes, and returns the extended slice.
func (w *Walk) AppendMovesTo(dst []Move, to Bitboard) []Move {
	first := len(dst)
	g := &w.game
	dst = g.position.AppendMovesTo(dst, g.duty(), to)
	if g.origin.rules.LowMaterial != 0 || g.origin.rules.Repetition == RepetitionForbidden {
		dst = g.dropForbidden(dst, first)
	}
	return dst
}

// IsLegal reports whether a turn is in [Game.LegalMoves]. Any value is allowed.
func (w *Walk) IsLegal(m Move) bool {
	g := &w.game
	if m.IsPass() {
		return w.MayPass()
	}
	if !g.position.IsLegal(m, g.duty()) {
		return false
	}
	return !(g.mustAvoidFacing() && g.facesTooEarly(m) || g.mayRepeat() && g.repeats(m))
}

// Occurrences returns how often the current position has occurred, counting
// now.
func (w *Walk) Occurrences() int { return w.game.Occurrences() }

// Ended judges the latest turn as [Game.Outcome] does, except that it may miss
// a checkmate: the caller notices when it finds no legal turn.
func (w *Walk) Ended() (EndReason, Result, bool) {
	g := &w.game
	turns := g.history.turns
	if len(turns) == 0 {
		return 0, ResultNone, false
	}
	last := &turns[len(turns)-1]
	faced := last.leavesFaced && g.origin.rules.Bikjang != BikjangOff
	if faced || last.occurrence >= 3 || last.move.IsPass() || g.reachedNoCaptureLimit() || g.reachedTurnLimit() {
		return g.judge()
	}
	return 0, ResultNone, false
}

// Recurs judges a position that occurred before in this walk as if this were
// the third occurrence, since the turns in between can be repeated once more.
// It returns false if the position has not occurred since the walk began, or if
// repetition ends nothing.
func (w *Walk) Recurs() (Result, bool) {
	g := &w.game
	if g.Occurrences() < 2 {
		return ResultNone, false
	}
	since := g.previous(g.Ply())
	if since < w.root {
		return ResultNone, false
	}
	if g.origin.rules.PerpetualCheck == PerpetualLoses {
		if checker, ok := g.perpetualChecker(since); ok {
			return WinFor(checker.Other()), true
		}
	}
	switch g.repetition() {
	case RepetitionEnds:
		return g.result(), true
	case RepetitionLoses:
		return WinFor(g.SideToMove()), true
	}
	return ResultNone, false
}

// Scored returns the winner if the current position were scored.
func (w *Walk) Scored() Result { return w.game.result() }

package janggi

// Walk goes forward and back through the turns that may follow a game, in place
// and without allocating, judged as Game judges them: it is for searches. The
// turns of the game come before those of the walk, and count for repetition and
// limits.
type Walk struct {
	game    Game
	root    int     // plies of the game
	elapsed []int32 // turns since the last capture, before each turn of the walk
}

// WalkFrom starts a walk from where a game stands, for up to depth turns
// forward. The walk has turns of its own: the game may go on meanwhile.
func WalkFrom(g Game, depth int) *Walk {
	turns := make([]turn, g.Ply(), g.Ply()+depth)
	copy(turns, g.history.turns)
	g.history = history{turns: turns}
	return &Walk{game: g, root: len(turns), elapsed: make([]int32, 0, depth)}
}

// skipped marks a turn of SkipTurn. It moves nothing, from a1 to a1; and as if
// it had captured, it lets no position before it be an earlier occurrence of
// one after it.
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

// SkipTurn gives the turn to the other side as no rule allows: it is no pass,
// so that a pass after it is not the second in a row, and no position recurs
// across it. Searches ask by it what a side threatens.
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

// Position is the present position, not to be changed.
func (w *Walk) Position() *Position { return &w.game.position }

// Rules are the options the game is played by.
func (w *Walk) Rules() *Rules { return &w.game.origin.rules }

// Depth is the number of turns from the game's position to the present one.
func (w *Walk) Depth() int { return len(w.elapsed) }

// Ply is the number of turns in force, those of the game included.
func (w *Walk) Ply() int { return w.game.Ply() }

// LastMove is the latest turn; false before the first of the game and after
// SkipTurn.
func (w *Walk) LastMove() (Move, bool) {
	turns := w.game.history.turns
	if len(turns) == 0 || turns[len(turns)-1].move == skipped.move {
		return Pass, false
	}
	return turns[len(turns)-1].move, true
}

// InCheck tells whether the side to move is in check.
func (w *Walk) InCheck() bool {
	turns := w.game.history.turns
	if len(turns) == 0 {
		return w.game.position.InCheck()
	}
	return turns[len(turns)-1].givesCheck
}

// MayPass is [Game.MayPass].
func (w *Walk) MayPass() bool { return !w.InCheck() || w.game.MayPass() }

// AppendMovesTo appends the legal moves that end on a point of to, passes left
// out, and returns the extended slice.
func (w *Walk) AppendMovesTo(dst []Move, to Set) []Move {
	first := len(dst)
	g := &w.game
	dst = g.position.AppendMovesTo(dst, g.duty(), to)
	if g.origin.rules.LowMaterial != 0 || g.origin.rules.Repetition == RepetitionForbidden {
		dst = g.dropForbidden(dst, first)
	}
	return dst
}

// IsLegal tells whether a turn is among [Game.LegalMoves]; any value may be
// asked.
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

// Occurrences is how often the present position has occurred, now included.
func (w *Walk) Occurrences() int { return w.game.Occurrences() }

// Ended judges the latest turn as [Game.Outcome] does, but for a checkmate when
// nothing else would end the game: whoever lists the turns sees that there are
// none.
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

// Recurs judges a position that has stood before in this walk as if it then
// stood for the third time, when the turns in between are repeated once more.
// It is false when it has not stood since the walk began, and where a
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

// Settled is who would win if the game were settled as it stands.
func (w *Walk) Settled() Result { return w.game.result() }

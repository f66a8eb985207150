package janggi

// Perft counts the ways in which the next depth turns can go, 1 for a depth of
// zero: the leaves of the tree of legal turns, passes among them. Two passes in a
// row end the game. So do facing generals after any turn with BikjangScore, and after
// a pass with BikjangAnswer, in which the side that must break the facing may
// only do that or pass. An ended game has no turns. Repetition and limits do not
// count, and neither does what happened before p.
func Perft(p Position, bikjang Bikjang, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	walk := newPerft(bikjang, depth)
	return walk.leaves(&p, depth, false)
}

// Branch is a turn and the number of leaves that follow it.
type Branch struct {
	Move   Move
	Leaves uint64
}

// Divide returns Perft split by the first turn, Pass last where it is legal; nothing
// for a depth below one.
func Divide(p Position, bikjang Bikjang, depth int) []Branch {
	if depth <= 0 {
		return nil
	}
	walk := newPerft(bikjang, depth)
	var branches []Branch
	for _, m := range walk.appendTurns(nil, &p) {
		next := p
		next.Play(m)
		branches = append(branches, Branch{m, walk.after(&next, depth-1, m.IsPass())})
	}
	return branches
}

// perft walks the tree. What it needs on the way down is made once: a
// position for each depth, and a stack of the turns yet to be tried.
type perft struct {
	bikjang   Bikjang
	positions []Position
	turns     []Move
}

func newPerft(bikjang Bikjang, depth int) *perft {
	return &perft{bikjang: bikjang, positions: make([]Position, depth)}
}

// after counts the leaves below a position that the latest turn, a pass or not, made.
func (w *perft) after(p *Position, depth int, passed bool) uint64 {
	if depth == 0 {
		return 1
	}
	if w.bikjang == BikjangScore || w.bikjang == BikjangAnswer && passed {
		if p.Facing() {
			return 0
		}
	}
	return w.leaves(p, depth, passed)
}

// leaves counts the leaves of a game that has not ended; depth is at least one.
func (w *perft) leaves(p *Position, depth int, passed bool) (total uint64) {
	if depth == 1 {
		moves, checked := p.countMoves(w.duty(p))
		if !checked {
			moves++
		}
		return uint64(moves)
	}
	base := len(w.turns)
	w.turns = w.appendTurns(w.turns, p)
	for i := base; i < len(w.turns); i++ {
		m := w.turns[i]
		if m.IsPass() && passed {
			continue // the second in a row: no leaves below
		}
		next := &w.positions[depth-1]
		*next = *p
		next.Play(m)
		total += w.after(next, depth-1, m.IsPass())
	}
	w.turns = w.turns[:base]
	return total
}

// appendTurns appends the legal turns, the pass last.
func (w *perft) appendTurns(dst []Move, p *Position) []Move {
	dst = p.AppendMoves(dst, w.duty(p))
	if !p.InCheck() {
		dst = append(dst, Pass)
	}
	return dst
}

// duty returns what the moves of a position must do. With BikjangAnswer only
// generals that already face matter.
func (w *perft) duty(p *Position) Duty {
	if w.bikjang == BikjangAnswer && p.Facing() {
		return BreakFacing
	}
	return 0
}

package janggi

// Perft counts the leaves of the tree of legal turns, passes included, at a
// depth; it is 1 at depth zero. Two passes in a row end the game. So do facing
// generals after any turn with BikjangScore, and after a pass with
// BikjangAnswer, where a faced side must break the facing or pass. An ended
// game has no turns. Repetition, limits and the history before p are ignored.
func Perft(p Position, bikjang Bikjang, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	walk := newPerft(bikjang, depth)
	return walk.leaves(&p, depth, false)
}

// Branch is a turn and the number of leaves below it.
type Branch struct {
	Move   Move
	Leaves uint64
}

// Divide returns Perft split by the first turn, Pass last if legal; nothing
// below depth one.
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

// perft walks the tree with buffers allocated once: a position for each depth
// and a stack of turns.
type perft struct {
	bikjang   Bikjang
	positions []Position
	turns     []Move
}

func newPerft(bikjang Bikjang, depth int) *perft {
	return &perft{bikjang: bikjang, positions: make([]Position, depth)}
}

// after counts the leaves below the position that the latest turn led to.
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

// leaves counts the leaves of an unfinished game; depth is at least one.
func (w *perft) leaves(p *Position, depth int, passed bool) (total uint64) {
	if depth == 1 {
		moves, checked := p.bulkCount(w.duty(p))
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

// duty returns the demands on the next move. With BikjangAnswer only generals
// that already face matter.
func (w *perft) duty(p *Position) Duty {
	if w.bikjang == BikjangAnswer && p.Facing() {
		return BreakFacing
	}
	return 0
}

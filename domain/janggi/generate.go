package janggi

import "math/bits"

// Duty is what a move must do beyond section 4 of the rules, as bits.
type Duty uint8

const (
	// BreakFacing: after the move the generals must not face each other.
	BreakFacing Duty = 1 << iota
	// AvoidFacing: the move must not make the generals face that did not before.
	AvoidFacing
)

// AppendMoves appends every move of a piece of the side to move that leaves its own
// general safe and keeps the duty, and returns the extended slice. A pass is not among
// them. The order is always the same for a position, and otherwise without meaning.
func (p *Position) AppendMoves(dst []Move, d Duty) []Move {
	s := p.safety(d)
	own := p.sides[p.turn]
	if !s.pressed {
		dst = p.appendFree(dst, own.without(s.tried(own)), everywhere.without(own), s.barred)
	}
	for tried := s.tried(own); !tried.empty(); {
		from := tried.pop()
		targets, trial := p.targets(&s, from)
		for !targets.empty() {
			to := targets.pop()
			if !trial || p.isSafe(&s, from, to) {
				dst = append(dst, NewMove(from, to))
			}
		}
	}
	return dst
}

// appendFree appends the moves that countFree counts.
func (p *Position) appendFree(dst []Move, movers, to, barred set) []Move {
	occupied, cannons := p.occupied(), p.kinds[Cannon]
	cannonTo := to.without(cannons)
	to = to.without(barred)
	for rest := movers.and(p.kinds[Soldier]); !rest.empty(); {
		from := rest.pop()
		dst = appendTo(dst, from, soldierReach(p.turn, sets[from]).and(to))
	}
	for rest := movers.and(p.kinds[Chariot]); !rest.empty(); {
		from := rest.pop()
		dst = appendTo(dst, from, chariotReach(from, occupied).and(to))
	}
	for rest := movers.and(cannons); !rest.empty(); {
		from := rest.pop()
		dst = appendTo(dst, from, cannonReach(from, occupied, cannons).and(cannonTo))
	}
	vacant := everywhere.without(occupied)
	for rest := movers.and(p.kinds[Horse]); !rest.empty(); {
		from := rest.pop()
		dst = appendTo(dst, from, horseReach(sets[from], vacant).and(to))
	}
	for rest := movers.and(p.kinds[Elephant]); !rest.empty(); {
		from := rest.pop()
		dst = appendTo(dst, from, elephantReach(sets[from], vacant).and(to))
	}
	for rest := movers.and(p.kinds[Guard]); !rest.empty(); {
		from := rest.pop()
		dst = appendTo(dst, from, palaceSteps[from].and(to))
	}
	return dst
}

// appendTo appends the moves from a point to each member of targets.
func appendTo(dst []Move, from Point, targets set) []Move {
	for lo := targets.lo; lo != 0; lo &= lo - 1 {
		dst = append(dst, NewMove(from, pointAt[bits.TrailingZeros64(lo)&63]))
	}
	for hi := targets.hi; hi != 0; hi &= hi - 1 {
		dst = append(dst, NewMove(from, pointAt[64+bits.TrailingZeros64(hi)&63]))
	}
	return dst
}

// HasMove tells whether AppendMoves would append any.
func (p *Position) HasMove(d Duty) bool {
	count, _ := p.countMoves(d)
	return count > 0
}

// IsLegal tells whether AppendMoves would append m; any value of m may be asked.
func (p *Position) IsLegal(m Move, d Duty) bool {
	if !m.onBoard() || !p.sides[p.turn].has(m.From()) {
		return false
	}
	s := p.safety(d)
	targets, trial := p.targets(&s, m.From())
	return targets.has(m.To()) && (!trial || p.isSafe(&s, m.From(), m.To()))
}

// targets returns where the piece may go, and whether each such move is yet to be tried.
func (p *Position) targets(s *safety, from Point) (to set, trial bool) {
	kind := p.board[from].Kind()
	to = p.reach(from).and(everywhere).without(p.sides[p.turn])
	if kind == Cannon {
		to = to.without(p.kinds[Cannon])
	}
	switch {
	case kind == General:
		return to, !s.calm
	case s.pressed:
		if !s.screens.has(from) {
			to = to.and(s.answers)
		}
		return to, true
	case s.tied.has(from):
		return to, true
	case kind != Cannon:
		to = to.without(s.barred)
	}
	return to, false
}

// reach returns what the piece on a point that is not empty reaches under section 3, own pieces and stray bits included.
func (p *Position) reach(from Point) set {
	switch piece := p.board[from]; piece.Kind() {
	case General, Guard:
		return palaceSteps[from]
	case Chariot:
		return chariotReach(from, p.occupied())
	case Cannon:
		return cannonReach(from, p.occupied(), p.kinds[Cannon])
	case Horse:
		return horseReach(sets[from], everywhere.without(p.occupied()))
	case Elephant:
		return elephantReach(sets[from], everywhere.without(p.occupied()))
	default: // Soldier
		return soldierReach(piece.Side(), sets[from])
	}
}

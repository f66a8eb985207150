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
	return p.AppendMovesTo(dst, d, everywhere)
}

// AppendMovesTo appends those moves of AppendMoves that end on a point of to: the other
// side's points for captures, the empty ones for quiet moves.
func (p *Position) AppendMovesTo(dst []Move, d Duty, to Set) []Move {
	s := p.safety(d)
	own := p.sides[p.turn]
	if !s.pressed {
		dst = p.appendFree(dst, own.Without(s.tried(own)), to.Without(own), s.barred)
	}
	for tried := s.tried(own); !tried.Empty(); {
		from := tried.Pop()
		targets, trial := p.targets(&s, from)
		for targets = targets.And(to); !targets.Empty(); {
			target := targets.Pop()
			if !trial || p.isSafe(&s, from, target) {
				dst = append(dst, NewMove(from, target))
			}
		}
	}
	return dst
}

// appendFree appends the moves that countFree counts.
func (p *Position) appendFree(dst []Move, movers, to, barred Set) []Move {
	occupied, cannons := p.Occupied(), p.kinds[Cannon]
	cannonTo := to.Without(cannons)
	to = to.Without(barred)
	for rest := movers.And(p.kinds[Soldier]); !rest.Empty(); {
		from := rest.Pop()
		dst = appendTo(dst, from, SoldierReach(p.turn, sets[from]).And(to))
	}
	for rest := movers.And(p.kinds[Chariot]); !rest.Empty(); {
		from := rest.Pop()
		dst = appendTo(dst, from, ChariotReach(from, occupied).And(to))
	}
	for rest := movers.And(cannons); !rest.Empty(); {
		from := rest.Pop()
		dst = appendTo(dst, from, CannonReach(from, occupied, cannons).And(cannonTo))
	}
	vacant := everywhere.Without(occupied)
	for rest := movers.And(p.kinds[Horse]); !rest.Empty(); {
		from := rest.Pop()
		dst = appendTo(dst, from, HorseReach(sets[from], vacant).And(to))
	}
	for rest := movers.And(p.kinds[Elephant]); !rest.Empty(); {
		from := rest.Pop()
		dst = appendTo(dst, from, ElephantReach(sets[from], vacant).And(to))
	}
	for rest := movers.And(p.kinds[Guard]); !rest.Empty(); {
		from := rest.Pop()
		dst = appendTo(dst, from, palaceSteps[from].And(to))
	}
	return dst
}

// appendTo appends the moves from a point to each member of targets.
func appendTo(dst []Move, from Point, targets Set) []Move {
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
	if !m.onBoard() || !p.sides[p.turn].Has(m.From()) {
		return false
	}
	s := p.safety(d)
	targets, trial := p.targets(&s, m.From())
	return targets.Has(m.To()) && (!trial || p.isSafe(&s, m.From(), m.To()))
}

// targets returns where the piece may go, and whether each such move is yet to be tried.
func (p *Position) targets(s *safety, from Point) (to Set, trial bool) {
	kind := p.board[from].Kind()
	to = p.reach(from).And(everywhere).Without(p.sides[p.turn])
	if kind == Cannon {
		to = to.Without(p.kinds[Cannon])
	}
	switch {
	case kind == General:
		return to, !s.calm
	case s.pressed:
		if !s.screens.Has(from) {
			to = to.And(s.answers)
		}
		return to, true
	case s.tied.Has(from):
		return to, true
	case kind != Cannon:
		to = to.Without(s.barred)
	}
	return to, false
}

// reach returns what the piece on a point that is not empty reaches under section 3, own pieces and stray bits included.
func (p *Position) reach(from Point) Set {
	switch piece := p.board[from]; piece.Kind() {
	case General, Guard:
		return palaceSteps[from]
	case Chariot:
		return ChariotReach(from, p.Occupied())
	case Cannon:
		return CannonReach(from, p.Occupied(), p.kinds[Cannon])
	case Horse:
		return HorseReach(sets[from], everywhere.Without(p.Occupied()))
	case Elephant:
		return ElephantReach(sets[from], everywhere.Without(p.Occupied()))
	default: // Soldier
		return SoldierReach(piece.Side(), sets[from])
	}
}

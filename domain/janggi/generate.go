package janggi

import "math/bits"

// Duty is a bit set of demands on a move beyond section 4 of docs/rules.md.
type Duty uint8

const (
	// BreakFacing: after the move the generals must not face each other.
	BreakFacing Duty = 1 << iota
	// AvoidFacing: the move must not newly make the generals face.
	AvoidFacing
)

// AppendMoves appends every move of the side to move that leaves its own
// general safe and meets the duty, and returns the extended slice. Passes are
// not included. The order is deterministic for a position but has no meaning.
func (p *Position) AppendMoves(dst []Move, d Duty) []Move {
	return p.AppendMovesTo(dst, d, fullBoard)
}

// AppendMovesTo appends the moves of AppendMoves that end on a point of to: the
// other side's points for captures, the empty ones for quiet moves.
func (p *Position) AppendMovesTo(dst []Move, d Duty, to Bitboard) []Move {
	s := p.checkInfo(d)
	own := p.sides[p.turn]
	if !s.evading {
		dst = p.appendSafe(dst, own.Without(s.unverified(own)), to.Without(own), s.forbidden)
	}
	for unverified := s.unverified(own); !unverified.Empty(); {
		from := unverified.Pop()
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

// appendSafe appends the moves that countSafe counts.
func (p *Position) appendSafe(dst []Move, movers, to, forbidden Bitboard) []Move {
	occupied, cannons := p.Occupied(), p.kinds[Cannon]
	cannonTo := to.Without(cannons)
	to = to.Without(forbidden)
	for rest := movers.And(p.kinds[Soldier]); !rest.Empty(); {
		from := rest.Pop()
		dst = appendTo(dst, from, SoldierAttacks(p.turn, pointBitboards[from]).And(to))
	}
	for rest := movers.And(p.kinds[Chariot]); !rest.Empty(); {
		from := rest.Pop()
		dst = appendTo(dst, from, ChariotAttacks(from, occupied).And(to))
	}
	for rest := movers.And(cannons); !rest.Empty(); {
		from := rest.Pop()
		dst = appendTo(dst, from, CannonAttacks(from, occupied, cannons).And(cannonTo))
	}
	vacant := fullBoard.Without(occupied)
	for rest := movers.And(p.kinds[Horse]); !rest.Empty(); {
		from := rest.Pop()
		dst = appendTo(dst, from, HorseAttacks(pointBitboards[from], vacant).And(to))
	}
	for rest := movers.And(p.kinds[Elephant]); !rest.Empty(); {
		from := rest.Pop()
		dst = appendTo(dst, from, ElephantAttacks(pointBitboards[from], vacant).And(to))
	}
	for rest := movers.And(p.kinds[Guard]); !rest.Empty(); {
		from := rest.Pop()
		dst = appendTo(dst, from, palaceSteps[from].And(to))
	}
	return dst
}

// appendTo appends the moves from a point to each member of targets.
func appendTo(dst []Move, from Point, targets Bitboard) []Move {
	for lo := targets.lo; lo != 0; lo &= lo - 1 {
		dst = append(dst, NewMove(from, pointAt[bits.TrailingZeros64(lo)&63]))
	}
	for hi := targets.hi; hi != 0; hi &= hi - 1 {
		dst = append(dst, NewMove(from, pointAt[64+bits.TrailingZeros64(hi)&63]))
	}
	return dst
}

// HasMove reports whether AppendMoves would append any move.
func (p *Position) HasMove(d Duty) bool {
	count, _ := p.bulkCount(d)
	return count > 0
}

// IsLegal reports whether AppendMoves would append m. Any value of m is
// allowed.
func (p *Position) IsLegal(m Move, d Duty) bool {
	if !m.onBoard() || !p.sides[p.turn].Has(m.From()) {
		return false
	}
	s := p.checkInfo(d)
	targets, trial := p.targets(&s, m.From())
	return targets.Has(m.To()) && (!trial || p.isSafe(&s, m.From(), m.To()))
}

// targets returns the points where a piece may go, and whether each such move
// still needs verification.
func (p *Position) targets(s *checkInfo, from Point) (to Bitboard, trial bool) {
	kind := p.board[from].Kind()
	to = p.attacksFrom(from).And(fullBoard).Without(p.sides[p.turn])
	if kind == Cannon {
		to = to.Without(p.kinds[Cannon])
	}
	switch {
	case kind == General:
		return to, !s.quiet
	case s.evading:
		if !s.screens.Has(from) {
			to = to.And(s.evasions)
		}
		return to, true
	case s.pinned.Has(from):
		return to, true
	case kind != Cannon:
		to = to.Without(s.forbidden)
	}
	return to, false
}

// attacksFrom returns the attacks of the piece on an occupied point under
// section 3 of docs/rules.md, including own pieces and stray bits.
func (p *Position) attacksFrom(from Point) Bitboard {
	switch piece := p.board[from]; piece.Kind() {
	case General, Guard:
		return palaceSteps[from]
	case Chariot:
		return ChariotAttacks(from, p.Occupied())
	case Cannon:
		return CannonAttacks(from, p.Occupied(), p.kinds[Cannon])
	case Horse:
		return HorseAttacks(pointBitboards[from], fullBoard.Without(p.Occupied()))
	case Elephant:
		return ElephantAttacks(pointBitboards[from], fullBoard.Without(p.Occupied()))
	default: // Soldier
		return SoldierAttacks(piece.Side(), pointBitboards[from])
	}
}

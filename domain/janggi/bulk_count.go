package janggi

// bulkCount counts the moves that AppendMoves would append, most of them by
// counting bits, and reports whether the side to move is in check.
func (p *Position) bulkCount(d Duty) (count int, checked bool) {
	s := p.checkInfo(d)
	own := p.sides[p.turn]
	unverified := s.unverified(own)
	if !s.evading {
		count = p.countSafe(own.Without(unverified), fullBoard.Without(own), s.forbidden)
	}
	for !unverified.Empty() {
		from := unverified.Pop()
		targets, trial := p.targets(&s, from)
		if !trial {
			count += targets.Len()
			continue
		}
		for !targets.Empty() {
			if p.isSafe(&s, from, targets.Pop()) {
				count++
			}
		}
	}
	return count, s.inCheck
}

// countSafe counts the moves of pieces other than the general that need no
// verification: those to points of to that are not forbidden. Forbidden points
// do not apply to cannons.
func (p *Position) countSafe(movers, to, forbidden Bitboard) (count int) {
	occupied, cannons := p.Occupied(), p.kinds[Cannon]
	cannonTo := to.Without(cannons)
	for rest := movers.And(cannons); !rest.Empty(); {
		count += CannonAttacks(rest.Pop(), occupied, cannons).And(cannonTo).Len()
	}
	to = to.Without(forbidden)
	for rest := movers.And(p.kinds[Chariot]); !rest.Empty(); {
		count += ChariotAttacks(rest.Pop(), occupied).And(to).Len()
	}
	for rest := movers.And(p.kinds[Guard]); !rest.Empty(); {
		count += palaceSteps[rest.Pop()].And(to).Len()
	}
	vacant := fullBoard.Without(occupied)
	return count +
		countHorseMoves(movers.And(p.kinds[Horse]), vacant, to) +
		countElephantMoves(movers.And(p.kinds[Elephant]), vacant, to) +
		countSoldierMoves(p.turn, movers.And(p.kinds[Soldier]), to)
}

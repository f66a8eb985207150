package janggi

// countMoves returns how many moves AppendMoves would append, most of them counted
// without being made, and whether the side to move is in check.
func (p *Position) countMoves(d Duty) (count int, checked bool) {
	s := p.safety(d)
	own := p.sides[p.turn]
	tried := s.tried(own)
	if !s.pressed {
		count = p.countFree(own.without(tried), everywhere.without(own), s.barred)
	}
	for !tried.empty() {
		from := tried.pop()
		targets, trial := p.targets(&s, from)
		if !trial {
			count += targets.len()
			continue
		}
		for !targets.empty() {
			if p.isSafe(&s, from, targets.pop()) {
				count++
			}
		}
	}
	return count, s.checked
}

// countFree counts the moves of pieces other than the general that need not be tried:
// those to a point of to that is not barred, or for cannons even if it is.
func (p *Position) countFree(movers, to, barred set) (count int) {
	occupied, cannons := p.occupied(), p.kinds[Cannon]
	cannonTo := to.without(cannons)
	for rest := movers.and(cannons); !rest.empty(); {
		count += cannonReach(rest.pop(), occupied, cannons).and(cannonTo).len()
	}
	to = to.without(barred)
	for rest := movers.and(p.kinds[Chariot]); !rest.empty(); {
		count += chariotReach(rest.pop(), occupied).and(to).len()
	}
	for rest := movers.and(p.kinds[Guard]); !rest.empty(); {
		count += palaceSteps[rest.pop()].and(to).len()
	}
	vacant := everywhere.without(occupied)
	return count +
		countHorseMoves(movers.and(p.kinds[Horse]), vacant, to) +
		countElephantMoves(movers.and(p.kinds[Elephant]), vacant, to) +
		countSoldierMoves(p.turn, movers.and(p.kinds[Soldier]), to)
}

package janggi

// countMoves returns how many moves AppendMoves would append, most of them counted
// without being made, and whether the side to move is in check.
func (p *Position) countMoves(d Duty) (count int, checked bool) {
	s := p.safety(d)
	own := p.sides[p.turn]
	free := own.without(sets[s.general])
	if s.calm {
		count = palaceSteps[s.general].without(own).len()
	} else {
		tried := s.tied.or(sets[s.general])
		if s.pressed {
			tried = own
		}
		free = own.without(tried)
		for !tried.empty() {
			from := tried.pop()
			for targets, _ := p.targets(&s, from); !targets.empty(); {
				if p.isSafe(&s, from, targets.pop()) {
					count++
				}
			}
		}
		if s.pressed {
			return count, s.checked
		}
	}
	return count + p.countFree(free, everywhere.without(own), s.barred), s.checked
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

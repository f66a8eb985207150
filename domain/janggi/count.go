package janggi

// countMoves returns how many moves AppendMoves would append, most of them counted
// without being made, and whether the side to move is in check.
func (p *Position) countMoves(d Duty) (count int, checked bool) {
	s := p.safety(d)
	own := p.sides[p.turn]
	tried := s.tried(own)
	if !s.pressed {
		count = p.countFree(own.Without(tried), everywhere.Without(own), s.barred)
	}
	for !tried.Empty() {
		from := tried.Pop()
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
	return count, s.checked
}

// countFree counts the moves of pieces other than the general that need not be tried:
// those to a point of to that is not barred, or for cannons even if it is.
func (p *Position) countFree(movers, to, barred Set) (count int) {
	occupied, cannons := p.Occupied(), p.kinds[Cannon]
	cannonTo := to.Without(cannons)
	for rest := movers.And(cannons); !rest.Empty(); {
		count += CannonReach(rest.Pop(), occupied, cannons).And(cannonTo).Len()
	}
	to = to.Without(barred)
	for rest := movers.And(p.kinds[Chariot]); !rest.Empty(); {
		count += ChariotReach(rest.Pop(), occupied).And(to).Len()
	}
	for rest := movers.And(p.kinds[Guard]); !rest.Empty(); {
		count += palaceSteps[rest.Pop()].And(to).Len()
	}
	vacant := everywhere.Without(occupied)
	return count +
		countHorseMoves(movers.And(p.kinds[Horse]), vacant, to) +
		countElephantMoves(movers.And(p.kinds[Elephant]), vacant, to) +
		countSoldierMoves(p.turn, movers.And(p.kinds[Soldier]), to)
}

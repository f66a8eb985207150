package janggi

// InCheck tells whether an enemy piece could capture the general of the side to move.
func (p *Position) InCheck() bool { return !p.attackers(p.turn).empty() }

// AppendCheckers appends the points of the pieces that give check to the side to
// move, in the order of Point, and returns the extended slice.
func (p *Position) AppendCheckers(dst []Point) []Point {
	for rest := p.attackers(p.turn); !rest.empty(); {
		dst = append(dst, rest.pop())
	}
	return dst
}

// Facing tells whether the generals face each other on an open file.
func (p *Position) Facing() bool {
	return faces(p.generals[Cho], p.generals[Han], p.occupied())
}

func faces(general, other Point, occupied set) bool {
	return general.File() == other.File() && !approaches[general].between[other].meets(occupied)
}

// attackers returns the pieces that could capture that side's general.
func (p *Position) attackers(side Side) set {
	return p.attackersOn(p.generals[side], p.sides[side.Other()], p.occupied(), p.kinds[Cannon])
}

// attackersOn returns the enemy pieces that could capture a general on the point, with the
// enemy's pieces, the occupied points and the cannons as given.
func (p *Position) attackersOn(general Point, enemy, occupied, cannons set) set {
	a := approaches[general]
	found := enemy.and(a.soldiers).and(p.kinds[Soldier])
	open := enemy.and(a.lines.and(p.kinds[Chariot]).or(a.horses.and(p.kinds[Horse])).or(a.elephants.and(p.kinds[Elephant])))
	for !open.empty() {
		from := open.pop()
		if !a.between[from].meets(occupied) {
			found = found.or(sets[from])
		}
	}
	for jumping := enemy.and(a.lines).and(p.kinds[Cannon]); !jumping.empty(); {
		from := jumping.pop()
		if screens := a.between[from].and(occupied); screens.len() == 1 && !screens.meets(cannons) {
			found = found.or(sets[from])
		}
	}
	return found
}

package janggi

// InCheck reports whether an enemy piece could capture the general of the side
// to move.
func (p *Position) InCheck() bool { return !p.attackers(p.turn).Empty() }

// AppendCheckers appends the points of the pieces that give check to the side
// to move, in the order of Point, and returns the extended slice.
func (p *Position) AppendCheckers(dst []Point) []Point {
	for rest := p.attackers(p.turn); !rest.Empty(); {
		dst = append(dst, rest.Pop())
	}
	return dst
}

// Facing reports whether the generals face each other on an open file.
func (p *Position) Facing() bool {
	return faces(p.generals[Cho], p.generals[Han], p.Occupied())
}

func faces(general, other Point, occupied Bitboard) bool {
	return general.File() == other.File() && !attackTables[general].between[other].Meets(occupied)
}

// attackers returns the pieces that could capture that side's general.
func (p *Position) attackers(side Side) Bitboard {
	return p.attackersOn(p.generals[side], p.sides[side.Other()], p.Occupied(), p.kinds[Cannon])
}

// attackersOn returns the enemy pieces that could capture a general on a point,
// given the enemy's pieces, the occupied points and the cannons.
func (p *Position) attackersOn(general Point, enemy, occupied, cannons Bitboard) Bitboard {
	a := attackTables[general]
	found := enemy.And(a.soldiers).And(p.kinds[Soldier])
	open := enemy.And(a.rays.And(p.kinds[Chariot]).Or(a.horses.And(p.kinds[Horse])).Or(a.elephants.And(p.kinds[Elephant])))
	for !open.Empty() {
		from := open.Pop()
		if !a.between[from].Meets(occupied) {
			found = found.Or(pointBitboards[from])
		}
	}
	for jumping := enemy.And(a.rays).And(p.kinds[Cannon]); !jumping.Empty(); {
		from := jumping.Pop()
		if screens := a.between[from].And(occupied); screens.Len() == 1 && !screens.Meets(cannons) {
			found = found.Or(pointBitboards[from])
		}
	}
	return found
}

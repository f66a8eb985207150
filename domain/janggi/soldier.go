package janggi

// SoldierAttacks returns the attacks of a side's soldiers on s: one point
// forward or sideways, and inside the enemy palace also one point forward along
// a diagonal. The result may contain stray bits.
func SoldierAttacks(side Side, s Bitboard) Bitboard {
	inner := s.And(diagonals).And(palaces[side.Other()])
	if side == Cho {
		return s.north().Or(s.east()).Or(s.west()).Or(inner.northEast().Or(inner.northWest()).And(diagonals))
	}
	return s.south().Or(s.east()).Or(s.west()).Or(inner.southEast().Or(inner.southWest()).And(diagonals))
}

// countSoldierMoves counts the moves of that side's soldiers on s that end on a
// point of to.
func countSoldierMoves(side Side, s, to Bitboard) int {
	count := s.east().And(to).Len() + s.west().And(to).Len()
	inner, innerTo := s.And(diagonals).And(palaces[side.Other()]), to.And(diagonals)
	if side == Cho {
		count += s.north().And(to).Len()
		if !inner.Empty() {
			count += inner.northEast().And(innerTo).Len() + inner.northWest().And(innerTo).Len()
		}
		return count
	}
	count += s.south().And(to).Len()
	if !inner.Empty() {
		count += inner.southEast().And(innerTo).Len() + inner.southWest().And(innerTo).Len()
	}
	return count
}

// soldierAttackers returns the points from which a soldier of a side attacks
// the single point of t.
func soldierAttackers(side Side, t Bitboard) Bitboard {
	from := t.east().Or(t.west())
	inner := t.And(diagonals).And(palaces[side.Other()])
	if side == Cho {
		return from.Or(t.south()).Or(inner.southEast().Or(inner.southWest()).And(diagonals))
	}
	return from.Or(t.north()).Or(inner.northEast().Or(inner.northWest()).And(diagonals))
}

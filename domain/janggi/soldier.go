package janggi

// soldierReach returns what soldiers of that side on the points of s reach: one
// point forward or sideways, and inside the enemy palace also one point
// forward along a diagonal line.
func soldierReach(side Side, s set) set {
	inner := s.and(diagonals).and(palaces[side.Other()])
	if side == Cho {
		return s.north().or(s.east()).or(s.west()).or(inner.northEast().or(inner.northWest()).and(diagonals))
	}
	return s.south().or(s.east()).or(s.west()).or(inner.southEast().or(inner.southWest()).and(diagonals))
}

// countSoldierMoves counts the moves of that side's soldiers on s that end on a point of to.
func countSoldierMoves(side Side, s, to set) int {
	count := s.east().and(to).len() + s.west().and(to).len()
	inner, innerTo := s.and(diagonals).and(palaces[side.Other()]), to.and(diagonals)
	if side == Cho {
		count += s.north().and(to).len()
		if !inner.empty() {
			count += inner.northEast().and(innerTo).len() + inner.northWest().and(innerTo).len()
		}
		return count
	}
	count += s.south().and(to).len()
	if !inner.empty() {
		count += inner.southEast().and(innerTo).len() + inner.southWest().and(innerTo).len()
	}
	return count
}

package janggi

// cannonReach returns what a cannon on the point reaches: along a chariot's lines, beyond
// one piece that is no cannon, to the next piece, that one included. That
// next piece may be a cannon, which it cannot capture.
func cannonReach(point Point, occupied, cannons set) set {
	s := jumps(point, occupied, cannons)
	if from := sets[point]; from.meets(diagonals) {
		s = s.or(acrossPalace(from, centres.and(occupied).without(cannons)))
	}
	return s
}

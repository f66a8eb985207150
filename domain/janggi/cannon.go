package janggi

// CannonReach returns what a cannon on the point reaches: along a chariot's lines, beyond
// one piece that is no cannon, to the next piece, that one included. That
// next piece may be a cannon, which it cannot capture.
func CannonReach(point Point, occupied, cannons Set) Set {
	s := jumps(point, occupied, cannons)
	if from := sets[point]; from.Meets(diagonals) {
		s = s.Or(acrossPalace(from, centres.And(occupied).Without(cannons)))
	}
	return s
}

package janggi

// chariotReach returns what a chariot on the point reaches: along its file and rank, and
// along the diagonals of either palace, to the first piece, that one included.
func chariotReach(point Point, occupied set) set {
	s := slides(point, occupied)
	if from := sets[point]; from.meets(diagonals) {
		s = s.or(diagonalSteps(from)).or(acrossPalace(from, centres.without(occupied)))
	}
	return s
}

package janggi

// ChariotReach returns what a chariot on the point reaches: along its file and rank, and
// along the diagonals of either palace, to the first piece, that one included.
func ChariotReach(point Point, occupied Set) Set {
	s := slides(point, occupied)
	if from := sets[point]; from.Meets(diagonals) {
		s = s.Or(diagonalSteps(from)).Or(acrossPalace(from, centres.Without(occupied)))
	}
	return s
}

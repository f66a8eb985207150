package janggi

// ChariotAttacks returns the attacks of a chariot: along its file and rank, and
// along the diagonals of either palace, up to and including the first piece.
func ChariotAttacks(point Point, occupied Bitboard) Bitboard {
	s := orthogonalAttacks(point, occupied)
	if from := pointBitboards[point]; from.Meets(diagonals) {
		s = s.Or(diagonalSteps(from)).Or(acrossPalace(from, centers.Without(occupied)))
	}
	return s
}

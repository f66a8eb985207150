package janggi

// CannonAttacks returns the attacks of a cannon: along a chariot's lines, from
// behind the first piece (not a cannon) up to and including the next piece.
// That next piece may be a cannon, which cannot be captured.
func CannonAttacks(point Point, occupied, cannons Bitboard) Bitboard {
	s := cannonOrthogonalAttacks(point, occupied, cannons)
	if from := pointBitboards[point]; from.Meets(diagonals) {
		s = s.Or(acrossPalace(from, centers.And(occupied).Without(cannons)))
	}
	return s
}

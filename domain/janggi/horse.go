package janggi

// HorseAttacks returns the attacks of the horses on h: one point orthogonally,
// over a free leg (멱), then one diagonally outward. The result may contain
// stray bits.
func HorseAttacks(h, free Bitboard) Bitboard {
	north, south := h.north().And(free), h.south().And(free)
	east, west := h.east().And(free), h.west().And(free)
	return north.northWest().Or(north.northEast()).
		Or(south.southWest()).Or(south.southEast()).
		Or(east.northEast()).Or(east.southEast()).
		Or(west.northWest()).Or(west.southWest())
}

// countHorseMoves counts the moves of the horses on h that end on a point of
// to.
func countHorseMoves(h, free, to Bitboard) int {
	north, south := h.north().And(free), h.south().And(free)
	east, west := h.east().And(free), h.west().And(free)
	return north.northWest().And(to).Len() + north.northEast().And(to).Len() +
		south.southWest().And(to).Len() + south.southEast().And(to).Len() +
		east.northEast().And(to).Len() + east.southEast().And(to).Len() +
		west.northWest().And(to).Len() + west.southWest().And(to).Len()
}

// horseAttackers returns the points from which a horse attacks the single point
// of t: in reverse, a diagonal step onto the free leg, then one orthogonal
// step.
func horseAttackers(t, free Bitboard) Bitboard {
	northEast, northWest := t.northEast().And(free), t.northWest().And(free)
	southEast, southWest := t.southEast().And(free), t.southWest().And(free)
	return northEast.Or(northWest).north().Or(southEast.Or(southWest).south()).
		Or(northEast.Or(southEast).east()).Or(northWest.Or(southWest).west())
}

package janggi

// ElephantAttacks returns the attacks of the elephants on e: one point
// orthogonally, then two diagonally outward, over free points. The result may
// contain stray bits.
func ElephantAttacks(e, free Bitboard) Bitboard {
	north, south := e.north().And(free), e.south().And(free)
	east, west := e.east().And(free), e.west().And(free)
	return north.northWest().And(free).northWest().Or(north.northEast().And(free).northEast()).
		Or(south.southWest().And(free).southWest()).Or(south.southEast().And(free).southEast()).
		Or(east.northEast().And(free).northEast()).Or(east.southEast().And(free).southEast()).
		Or(west.northWest().And(free).northWest()).Or(west.southWest().And(free).southWest())
}

// countElephantMoves counts the moves of the elephants on e that end on a point
// of to.
func countElephantMoves(e, free, to Bitboard) int {
	north, south := e.north().And(free), e.south().And(free)
	east, west := e.east().And(free), e.west().And(free)
	return north.northWest().And(free).northWest().And(to).Len() + north.northEast().And(free).northEast().And(to).Len() +
		south.southWest().And(free).southWest().And(to).Len() + south.southEast().And(free).southEast().And(to).Len() +
		east.northEast().And(free).northEast().And(to).Len() + east.southEast().And(free).southEast().And(to).Len() +
		west.northWest().And(free).northWest().And(to).Len() + west.southWest().And(free).southWest().And(to).Len()
}

// elephantAttackers returns the points from which an elephant attacks the
// single point of t: in reverse, two diagonal steps over free points, then one
// orthogonal step.
func elephantAttackers(t, free Bitboard) Bitboard {
	northEast := t.northEast().And(free).northEast().And(free)
	northWest := t.northWest().And(free).northWest().And(free)
	southEast := t.southEast().And(free).southEast().And(free)
	southWest := t.southWest().And(free).southWest().And(free)
	return northEast.Or(northWest).north().Or(southEast.Or(southWest).south()).
		Or(northEast.Or(southEast).east()).Or(northWest.Or(southWest).west())
}

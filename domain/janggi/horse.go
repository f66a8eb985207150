package janggi

// HorseReach returns what horses on the points of h reach: one point
// orthogonally onto a free point, the leg (멱), then one diagonally outward. It
// may hold stray bits.
func HorseReach(h, free Set) Set {
	north, south := h.north().And(free), h.south().And(free)
	east, west := h.east().And(free), h.west().And(free)
	return north.northWest().Or(north.northEast()).
		Or(south.southWest()).Or(south.southEast()).
		Or(east.northEast()).Or(east.southEast()).
		Or(west.northWest()).Or(west.southWest())
}

// countHorseMoves counts the moves of the horses on h that end on a point of to.
func countHorseMoves(h, free, to Set) int {
	north, south := h.north().And(free), h.south().And(free)
	east, west := h.east().And(free), h.west().And(free)
	return north.northWest().And(to).Len() + north.northEast().And(to).Len() +
		south.southWest().And(to).Len() + south.southEast().And(to).Len() +
		east.northEast().And(to).Len() + east.southEast().And(to).Len() +
		west.northWest().And(to).Len() + west.southWest().And(to).Len()
}

// horsesReaching returns the points from which a horse reaches the one point of t: the way back
// is a diagonal step onto the free leg, then one orthogonally.
func horsesReaching(t, free Set) Set {
	northEast, northWest := t.northEast().And(free), t.northWest().And(free)
	southEast, southWest := t.southEast().And(free), t.southWest().And(free)
	return northEast.Or(northWest).north().Or(southEast.Or(southWest).south()).
		Or(northEast.Or(southEast).east()).Or(northWest.Or(southWest).west())
}

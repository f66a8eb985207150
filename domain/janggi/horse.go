package janggi

// horseReach returns what horses on the points of h reach: one point
// orthogonally onto a free point, the leg (멱), then one diagonally outward.
func horseReach(h, free set) set {
	north, south := h.north().and(free), h.south().and(free)
	east, west := h.east().and(free), h.west().and(free)
	return north.northWest().or(north.northEast()).
		or(south.southWest()).or(south.southEast()).
		or(east.northEast()).or(east.southEast()).
		or(west.northWest()).or(west.southWest())
}

// countHorseMoves counts the moves of the horses on h that end on a point of to.
func countHorseMoves(h, free, to set) int {
	north, south := h.north().and(free), h.south().and(free)
	east, west := h.east().and(free), h.west().and(free)
	return north.northWest().and(to).len() + north.northEast().and(to).len() +
		south.southWest().and(to).len() + south.southEast().and(to).len() +
		east.northEast().and(to).len() + east.southEast().and(to).len() +
		west.northWest().and(to).len() + west.southWest().and(to).len()
}

package janggi

// elephantReach returns what elephants on the points of e reach: one
// point orthogonally, then two diagonally outward, the points on the way free.
func elephantReach(e, free set) set {
	north, south := e.north().and(free), e.south().and(free)
	east, west := e.east().and(free), e.west().and(free)
	return north.northWest().and(free).northWest().or(north.northEast().and(free).northEast()).
		or(south.southWest().and(free).southWest()).or(south.southEast().and(free).southEast()).
		or(east.northEast().and(free).northEast()).or(east.southEast().and(free).southEast()).
		or(west.northWest().and(free).northWest()).or(west.southWest().and(free).southWest())
}

// countElephantMoves counts the moves of the elephants on e that end on a point of to.
func countElephantMoves(e, free, to set) int {
	north, south := e.north().and(free), e.south().and(free)
	east, west := e.east().and(free), e.west().and(free)
	return north.northWest().and(free).northWest().and(to).len() + north.northEast().and(free).northEast().and(to).len() +
		south.southWest().and(free).southWest().and(to).len() + south.southEast().and(free).southEast().and(to).len() +
		east.northEast().and(free).northEast().and(to).len() + east.southEast().and(free).southEast().and(to).len() +
		west.northWest().and(free).northWest().and(to).len() + west.southWest().and(free).southWest().and(to).len()
}

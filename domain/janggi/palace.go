package janggi

// inPalace tells whether the point is in that side's palace (궁성): d1–f3 or d8–f10.
func inPalace(side Side, point Point) bool { return palaces[side].has(point) }

// palaces holds each side's palace.
var palaces = [2]set{
	Cho: {lo: 0b111 << 3 * (1 | 1<<row | 1<<(2*row))},
	Han: {hi: 0b111 << 3 * (1<<(2*row) | 1<<(3*row) | 1<<(4*row))},
}

// diagonals is what the palaces' diagonal lines run through: corners and centres.
var diagonals = cornersOf(palaces[Cho]).or(cornersOf(palaces[Han])).or(centres)

// centres is e2 and e9.
var centres = sets[NewPoint(4, 1)].or(sets[NewPoint(4, 8)])

func cornersOf(palace set) set {
	// A corner has no neighbour in the palace on two of its four sides.
	inner := palace.and(palace.east()).and(palace.west()).or(palace.and(palace.north()).and(palace.south()))
	return palace.without(inner)
}

// palaceSteps holds where a general or guard on a point of its palace may go:
// one point along a drawn line, within the palace.
var palaceSteps = newPalaceSteps()

func newPalaceSteps() *[128]set {
	table := new([128]set)
	for _, palace := range palaces {
		for rest := palace; !rest.empty(); {
			point := rest.pop()
			s := sets[point]
			steps := s.north().or(s.south()).or(s.east()).or(s.west())
			table[point] = steps.or(diagonalSteps(s)).and(palace)
		}
	}
	return table
}

// diagonalSteps returns what is one point along a palace diagonal from the members of s.
func diagonalSteps(s set) set {
	s = s.and(diagonals)
	return s.northEast().or(s.northWest()).or(s.southEast()).or(s.southWest()).and(diagonals)
}

// acrossPalace returns the corners opposite to the corners in s, if the way over the centre
// between them leads through a member of centre.
func acrossPalace(s, centre set) set {
	return s.northEast().and(centre).northEast().or(s.northWest().and(centre).northWest()).
		or(s.southEast().and(centre).southEast()).or(s.southWest().and(centre).southWest())
}

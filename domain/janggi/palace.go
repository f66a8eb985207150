package janggi

// inPalace tells whether the point is in that side's palace (궁성): d1–f3 or d8–f10.
func inPalace(side Side, point Point) bool { return palaces[side].Has(point) }

// palaces holds each side's palace.
var palaces = [2]Set{
	Cho: {lo: 0b111 << 3 * (1 | 1<<row | 1<<(2*row))},
	Han: {hi: 0b111 << 3 * (1<<(2*row) | 1<<(3*row) | 1<<(4*row))},
}

// diagonals is what the palaces' diagonal lines run through: corners and centres.
var diagonals = cornersOf(palaces[Cho]).Or(cornersOf(palaces[Han])).Or(centres)

// centres is e2 and e9.
var centres = sets[NewPoint(4, 1)].Or(sets[NewPoint(4, 8)])

func cornersOf(palace Set) Set {
	// A corner has no neighbour in the palace on two of its four sides.
	inner := palace.And(palace.east()).And(palace.west()).Or(palace.And(palace.north()).And(palace.south()))
	return palace.Without(inner)
}

// palaceSteps holds where a general or guard on a point of its palace may go:
// one point along a drawn line, within the palace.
var palaceSteps = newPalaceSteps()

func newPalaceSteps() *[128]Set {
	table := new([128]Set)
	for _, palace := range palaces {
		for rest := palace; !rest.Empty(); {
			point := rest.Pop()
			s := sets[point]
			steps := s.north().Or(s.south()).Or(s.east()).Or(s.west())
			table[point] = steps.Or(diagonalSteps(s)).And(palace)
		}
	}
	return table
}

// diagonalSteps returns what is one point along a palace diagonal from the members of s.
func diagonalSteps(s Set) Set {
	s = s.And(diagonals)
	return s.northEast().Or(s.northWest()).Or(s.southEast()).Or(s.southWest()).And(diagonals)
}

// acrossPalace returns the corners opposite to the corners in s, if the way over the centre
// between them leads through a member of centre.
func acrossPalace(s, centre Set) Set {
	return s.northEast().And(centre).northEast().Or(s.northWest().And(centre).northWest()).
		Or(s.southEast().And(centre).southEast()).Or(s.southWest().And(centre).southWest())
}

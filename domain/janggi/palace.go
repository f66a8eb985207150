package janggi

// inPalace reports whether a point is in a side's palace (궁성): d1–f3 or d8–f10.
func inPalace(side Side, point Point) bool { return palaces[side].Has(point) }

// palaces holds each side's palace.
var palaces = [2]Bitboard{
	Cho: {lo: 0b111 << 3 * (1 | 1<<row | 1<<(2*row))},
	Han: {hi: 0b111 << 3 * (1<<(2*row) | 1<<(3*row) | 1<<(4*row))},
}

// diagonals are the points on the palaces' diagonal lines: corners and centers.
var diagonals = cornersOf(palaces[Cho]).Or(cornersOf(palaces[Han])).Or(centers)

// centers are e2 and e9.
var centers = pointBitboards[NewPoint(4, 1)].Or(pointBitboards[NewPoint(4, 8)])

func cornersOf(palace Bitboard) Bitboard {
	// A corner has no neighbor in the palace on two of its four sides.
	inner := palace.And(palace.east()).And(palace.west()).Or(palace.And(palace.north()).And(palace.south()))
	return palace.Without(inner)
}

// palaceSteps holds the steps of a general or guard on a point of its palace:
// one point along a drawn line, within the palace.
var palaceSteps = newPalaceSteps()

func newPalaceSteps() *[128]Bitboard {
	table := new([128]Bitboard)
	for _, palace := range palaces {
		for rest := palace; !rest.Empty(); {
			point := rest.Pop()
			s := pointBitboards[point]
			steps := s.north().Or(s.south()).Or(s.east()).Or(s.west())
			table[point] = steps.Or(diagonalSteps(s)).And(palace)
		}
	}
	return table
}

// diagonalSteps returns the points one step along a palace diagonal from s.
func diagonalSteps(s Bitboard) Bitboard {
	s = s.And(diagonals)
	return s.northEast().Or(s.northWest()).Or(s.southEast()).Or(s.southWest()).And(diagonals)
}

// acrossPalace returns the corners opposite the corners in s whose center is in
// center.
func acrossPalace(s, center Bitboard) Bitboard {
	return s.northEast().And(center).northEast().Or(s.northWest().And(center).northWest()).
		Or(s.southEast().And(center).southEast()).Or(s.southWest().And(center).southWest())
}

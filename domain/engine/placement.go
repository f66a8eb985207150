package engine

import "github.com/janggid/janggid/domain/janggi"

// placement holds the value of each piece on each point, positive for Cho,
// negative for Han.
var placement = newPlacement()

func newPlacement() *[pieceBound][janggi.PointCount]weight {
	table := new([pieceBound][janggi.PointCount]weight)
	for kind := janggi.General; kind <= janggi.Soldier; kind++ {
		for point := range janggi.Point(janggi.PointCount) {
			for side, sign := range [2]weight{1, -1} {
				piece := janggi.NewPiece(janggi.Side(side), kind)
				table[piece][point] = sign * weights[placedTerm(piece, point)]
			}
		}
	}
	return table
}

// placementOf returns the sum of a position's placement values.
func placementOf(p *janggi.Position) (sum weight) {
	for rest := p.Occupied(); !rest.Empty(); {
		point := rest.Pop()
		sum += placement[p.At(point)][point]
	}
	return sum
}

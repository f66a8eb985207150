package janggi

import "math/bits"

// Bitboard is a set of points, one bit each, in rows of ten: nine points and a
// gap. Ranks 1 to 5 are in lo, 6 to 10 in hi. A step sideways off the board
// lands in the gap, so steps need no edge masks. Their result may contain such
// stray bits; intersecting it with any set of points removes them. Steps must
// start from a bitboard without stray bits.
type Bitboard struct{ lo, hi uint64 }

const (
	row      = FileCount + 1 // bits from one rank to the next
	halfRows = RankCount / 2 // ranks in each word
	halfRow  = 1<<FileCount - 1
	half     = halfRow | halfRow<<row | halfRow<<(2*row) | halfRow<<(3*row) | halfRow<<(4*row)
)

// everywhere is the whole board.
var fullBoard = Bitboard{half, half}

// pointBitboards holds the bitboard of each single point, padded so that every
// Point is in bounds.
var pointBitboards = newPointBitboards()

// pointAt maps each bit to its point, those of lo first.
var pointAt = newPointAt()

func newPointBitboards() *[256]Bitboard {
	table := new([256]Bitboard)
	for point := range Point(PointCount) {
		bit := uint64(1) << (point.Rank()%halfRows*row + point.File())
		if point.Rank() < halfRows {
			table[point].lo = bit
		} else {
			table[point].hi = bit
		}
	}
	return table
}

func newPointAt() *[128]Point {
	table := new([128]Point)
	for point := range Point(PointCount) {
		s := pointBitboards[point]
		if s.lo != 0 {
			table[bits.TrailingZeros64(s.lo)] = point
		} else {
			table[64+bits.TrailingZeros64(s.hi)] = point
		}
	}
	return table
}

// And returns the intersection.
func (s Bitboard) And(t Bitboard) Bitboard { return Bitboard{s.lo & t.lo, s.hi & t.hi} }

// Or returns the union.
func (s Bitboard) Or(t Bitboard) Bitboard { return Bitboard{s.lo | t.lo, s.hi | t.hi} }

// Without returns the points of s not in t.
func (s Bitboard) Without(t Bitboard) Bitboard { return Bitboard{s.lo &^ t.lo, s.hi &^ t.hi} }

// Empty reports whether s has no points.
func (s Bitboard) Empty() bool { return s.lo|s.hi == 0 }

// Len returns the number of points.
func (s Bitboard) Len() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// Meets reports whether s and t have a point in common.
func (s Bitboard) Meets(t Bitboard) bool { return s.lo&t.lo|s.hi&t.hi != 0 }

// BitboardOf returns the bitboard of a single point.
func BitboardOf(p Point) Bitboard { return pointBitboards[p] }

// Has reports whether s contains a point.
func (s Bitboard) Has(p Point) bool { return s.Meets(pointBitboards[p]) }

// Pop removes and returns the first point, in the order of Point. s must not be
// empty.
func (s *Bitboard) Pop() Point {
	if s.lo != 0 {
		i := bits.TrailingZeros64(s.lo)
		s.lo &= s.lo - 1
		return pointAt[i&63]
	}
	i := bits.TrailingZeros64(s.hi)
	s.hi &= s.hi - 1
	return pointAt[64+i&63]
}

// The eight steps as Cho sees them: north is toward Han, east toward file i.

func (s Bitboard) north() Bitboard {
	return Bitboard{s.lo << row, s.hi<<row | s.lo>>(halfRows*row-row)}
}
func (s Bitboard) south() Bitboard {
	return Bitboard{s.lo>>row | s.hi<<(halfRows*row-row), s.hi >> row}
}
func (s Bitboard) east() Bitboard { return Bitboard{s.lo << 1, s.hi << 1} }
func (s Bitboard) west() Bitboard { return Bitboard{s.lo >> 1, s.hi >> 1} }
func (s Bitboard) northEast() Bitboard {
	return Bitboard{s.lo << (row + 1), s.hi<<(row+1) | s.lo>>(halfRows*row-row-1)}
}
func (s Bitboard) northWest() Bitboard {
	return Bitboard{s.lo << (row - 1), s.hi<<(row-1) | s.lo>>(halfRows*row-row+1)}
}
func (s Bitboard) southEast() Bitboard {
	return Bitboard{s.lo>>(row-1) | s.hi<<(halfRows*row-row+1), s.hi >> (row - 1)}
}
func (s Bitboard) southWest() Bitboard {
	return Bitboard{s.lo>>(row+1) | s.hi<<(halfRows*row-row-1), s.hi >> (row + 1)}
}

// Beside returns the points one file to the left or right; it may contain stray
// bits.
func (s Bitboard) Beside() Bitboard { return s.east().Or(s.west()) }

// Hash returns a well-mixed hash of s.
func (s Bitboard) Hash() uint64 {
	h := (s.lo ^ s.hi*0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93
	return h ^ h>>32
}

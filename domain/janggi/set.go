package janggi

import "math/bits"

// Set is a set of points, a bit for each, in rows of ten: nine points and a
// gap, which is never a member. Ranks 1 to 5 are in lo, 6 to 10 in hi. The gap
// makes a step sideways off the board land on no point, so that steps need no care at
// the edges: what a step yields holds stray bits outside the board, and
// intersecting it with any set of points removes them. Steps must be taken from a
// set without stray bits.
type Set struct{ lo, hi uint64 }

const (
	row      = FileCount + 1 // bits from one rank to the next
	halfRows = RankCount / 2 // ranks in each word
	halfRow  = 1<<FileCount - 1
	half     = halfRow | halfRow<<row | halfRow<<(2*row) | halfRow<<(3*row) | halfRow<<(4*row)
)

// everywhere is the whole board.
var everywhere = Set{half, half}

// sets holds the set of each point alone; it is padded so that no Point is out of its bounds.
var sets = newSets()

// pointAt is the point of each bit, those of lo first.
var pointAt = newPointAt()

func newSets() *[256]Set {
	table := new([256]Set)
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
		s := sets[point]
		if s.lo != 0 {
			table[bits.TrailingZeros64(s.lo)] = point
		} else {
			table[64+bits.TrailingZeros64(s.hi)] = point
		}
	}
	return table
}

// And returns the points that are in both.
func (s Set) And(t Set) Set { return Set{s.lo & t.lo, s.hi & t.hi} }

// Or returns the points that are in either.
func (s Set) Or(t Set) Set { return Set{s.lo | t.lo, s.hi | t.hi} }

// Without returns the points of s that are not in t.
func (s Set) Without(t Set) Set { return Set{s.lo &^ t.lo, s.hi &^ t.hi} }

// Empty tells whether the set has no member.
func (s Set) Empty() bool { return s.lo|s.hi == 0 }

// Len returns the number of members.
func (s Set) Len() int { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// Meets tells whether the two have a point in common.
func (s Set) Meets(t Set) bool { return s.lo&t.lo|s.hi&t.hi != 0 }

// SetOf returns the set of one point of the board.
func SetOf(p Point) Set { return sets[p] }

// Has tells whether the point is a member.
func (s Set) Has(p Point) bool { return s.Meets(sets[p]) }

// Pop removes a member from a set that is not empty and returns it, in the order of Point.
func (s *Set) Pop() Point {
	if s.lo != 0 {
		i := bits.TrailingZeros64(s.lo)
		s.lo &= s.lo - 1
		return pointAt[i&63]
	}
	i := bits.TrailingZeros64(s.hi)
	s.hi &= s.hi - 1
	return pointAt[64+i&63]
}

// The eight steps as Cho sees them: north is towards Han, east towards file i.

func (s Set) north() Set { return Set{s.lo << row, s.hi<<row | s.lo>>(halfRows*row-row)} }
func (s Set) south() Set { return Set{s.lo>>row | s.hi<<(halfRows*row-row), s.hi >> row} }
func (s Set) east() Set  { return Set{s.lo << 1, s.hi << 1} }
func (s Set) west() Set  { return Set{s.lo >> 1, s.hi >> 1} }
func (s Set) northEast() Set {
	return Set{s.lo << (row + 1), s.hi<<(row+1) | s.lo>>(halfRows*row-row-1)}
}
func (s Set) northWest() Set {
	return Set{s.lo << (row - 1), s.hi<<(row-1) | s.lo>>(halfRows*row-row+1)}
}
func (s Set) southEast() Set {
	return Set{s.lo>>(row-1) | s.hi<<(halfRows*row-row+1), s.hi >> (row - 1)}
}
func (s Set) southWest() Set {
	return Set{s.lo>>(row+1) | s.hi<<(halfRows*row-row-1), s.hi >> (row + 1)}
}

// Beside returns the points one file to the left or right of a member; it may hold stray bits.
func (s Set) Beside() Set { return s.east().Or(s.west()) }

// Hash returns a number that differs for nearly all sets.
func (s Set) Hash() uint64 {
	h := (s.lo ^ s.hi*0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93
	return h ^ h>>32
}

package janggi

import "math/bits"

// line is the points of one file or rank as ten bits, from rank 1 up or from
// file a; a rank's tenth bit is the gap of a set.
type line = uint16

const (
	lineLength = RankCount
	wholeLine  = 1<<lineLength - 1
)

// reach is how far a piece gets along a line, both ways.
type reach struct {
	slide line // to the first piece on either side, that piece included: where a chariot goes
	jump  line // beyond that piece to the next one, that included: where a cannon goes
}

// reaches holds the reach for each place on a line and what stands on the line. It
// has sixteen places only so that a masked index is in bounds.
var reaches = newReaches()

func newReaches() *[16][wholeLine + 1]reach {
	table := new([16][wholeLine + 1]reach)
	for place := range lineLength {
		for occupied := range table[place] {
			table[place][occupied] = newReach(place, line(occupied))
		}
	}
	return table
}

func newReach(place int, occupied line) (r reach) {
	for _, step := range [2]int{-1, 1} {
		screened := false
		for at := place + step; at >= 0 && at < lineLength; at += step {
			bit := line(1) << at
			if screened {
				r.jump |= bit
			} else {
				r.slide |= bit
			}
			if occupied&bit != 0 {
				if screened {
					break
				}
				screened = true
			}
		}
	}
	return r
}

// rankOf returns what a set has on a rank, and fromRank a set that has that much on it.
func (s Set) rankOf(rank int) line {
	if rank < halfRows {
		return line(s.lo>>(rank*row&63)) & wholeLine
	}
	return line(s.hi>>((rank-halfRows)*row&63)) & wholeLine
}

func fromRank(l line, rank int) Set {
	if rank < halfRows {
		return Set{lo: uint64(l) << (rank * row & 63)}
	}
	return Set{hi: uint64(l) << ((rank - halfRows) * row & 63)}
}

// A file's five bits of one word lie ten apart. Multiplying by fileGather lays
// copies of them side by side: bit 10·i shifted by 40-9·i lands on 40+i, and no
// other product lands there or carries into it.
const (
	firstFile  = 1 | 1<<row | 1<<(2*row) | 1<<(3*row) | 1<<(4*row)
	fileGather = 1<<40 | 1<<31 | 1<<22 | 1<<13 | 1<<4
	fileShift  = 40
	halfFile   = 1<<halfRows - 1
)

// fileOf returns what a set has on a file, and fromFile a set that has that much on it.
func (s Set) fileOf(file int) line {
	lo := (s.lo >> (file & 63) & firstFile) * fileGather >> fileShift & halfFile
	hi := (s.hi >> (file & 63) & firstFile) * fileGather >> fileShift & halfFile
	return line(lo | hi<<halfRows)
}

func fromFile(l line, file int) Set {
	return Set{spread[l&halfFile] << (file & 63), spread[l>>halfRows&halfFile] << (file & 63)}
}

// spread undoes the gathering: it lays five bits ten apart.
var spread = newSpread()

func newSpread() *[halfFile + 1]uint64 {
	table := new([halfFile + 1]uint64)
	for five := range table {
		for rest := uint(five); rest != 0; rest &= rest - 1 {
			table[five] |= 1 << (bits.TrailingZeros(rest) * row)
		}
	}
	return table
}

// slides returns where a chariot on the point gets along its file and rank,
// the first piece each way included, whoever owns it.
func slides(point Point, occupied Set) Set {
	file, rank := point.File(), point.Rank()
	along := reaches[rank&15][occupied.fileOf(file)&wholeLine].slide
	across := reaches[file&15][occupied.rankOf(rank)&wholeLine].slide
	return fromFile(along, file).Or(fromRank(across, rank))
}

// jumps returns where a cannon on the point gets along its file and rank over
// one piece that is no cannon, the next piece included, whoever owns it.
func jumps(point Point, occupied, cannons Set) Set {
	file, rank := point.File(), point.Rank()
	along := overScreens(rank, occupied.fileOf(file), cannons.fileOf(file))
	across := overScreens(file, occupied.rankOf(rank), cannons.rankOf(rank))
	return fromFile(along, file).Or(fromRank(across, rank))
}

func overScreens(place int, occupied, cannons line) line {
	r := reaches[place&15][occupied&wholeLine]
	if barred := r.slide & cannons; barred != 0 {
		below := line(1)<<(place&15) - 1
		if barred&below != 0 {
			r.jump &^= below
		}
		if barred&^below != 0 {
			r.jump &= below
		}
	}
	return r.jump
}

package janggi

import "math/bits"

// line is one file or rank as ten bits, from rank 1 up or from file a. A rank's
// tenth bit is the gap of a bitboard.
type line = uint16

const (
	lineLength = RankCount
	wholeLine  = 1<<lineLength - 1
)

// lineAttacks are the attacks along a line, both ways.
type lineAttacks struct {
	chariot line // up to and including the first piece on either side
	cannon  line // beyond that piece, up to and including the next one
}

// lineAttackTable is indexed by the place on a line and the line's occupancy.
// It has sixteen places so that a masked index needs no bounds check.
var lineAttackTable = newLineAttackTable()

func newLineAttackTable() *[16][wholeLine + 1]lineAttacks {
	table := new([16][wholeLine + 1]lineAttacks)
	for place := range lineLength {
		for occupied := range table[place] {
			table[place][occupied] = newLineAttacks(place, line(occupied))
		}
	}
	return table
}

func newLineAttacks(place int, occupied line) (r lineAttacks) {
	for _, step := range [2]int{-1, 1} {
		screened := false
		for at := place + step; at >= 0 && at < lineLength; at += step {
			bit := line(1) << at
			if screened {
				r.cannon |= bit
			} else {
				r.chariot |= bit
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

// rankOf extracts a rank from a bitboard; fromRank is the inverse.
func (s Bitboard) rankOf(rank int) line {
	if rank < halfRows {
		return line(s.lo>>(rank*row&63)) & wholeLine
	}
	return line(s.hi>>((rank-halfRows)*row&63)) & wholeLine
}

func fromRank(l line, rank int) Bitboard {
	if rank < halfRows {
		return Bitboard{lo: uint64(l) << (rank * row & 63)}
	}
	return Bitboard{hi: uint64(l) << ((rank - halfRows) * row & 63)}
}

// A file's five bits of one word lie ten apart. Multiplying by fileMagic lays
// copies of them side by side: bit 10·i shifted by 40-9·i lands on 40+i, and no
// other product lands there or carries into it.
const (
	firstFile = 1 | 1<<row | 1<<(2*row) | 1<<(3*row) | 1<<(4*row)
	fileMagic = 1<<40 | 1<<31 | 1<<22 | 1<<13 | 1<<4
	fileShift = 40
	halfFile  = 1<<halfRows - 1
)

// fileOf extracts a file from a bitboard; fromFile is the inverse.
func (s Bitboard) fileOf(file int) line {
	lo := (s.lo >> (file & 63) & firstFile) * fileMagic >> fileShift & halfFile
	hi := (s.hi >> (file & 63) & firstFile) * fileMagic >> fileShift & halfFile
	return line(lo | hi<<halfRows)
}

func fromFile(l line, file int) Bitboard {
	return Bitboard{spread[l&halfFile] << (file & 63), spread[l>>halfRows&halfFile] << (file & 63)}
}

// spread is the inverse of fileMagic: it lays five bits ten apart.
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

// orthogonalAttacks returns a chariot's attacks along its file and rank, up to
// and including the first piece of either side.
func orthogonalAttacks(point Point, occupied Bitboard) Bitboard {
	file, rank := point.File(), point.Rank()
	along := lineAttackTable[rank&15][occupied.fileOf(file)&wholeLine].chariot
	across := lineAttackTable[file&15][occupied.rankOf(rank)&wholeLine].chariot
	return fromFile(along, file).Or(fromRank(across, rank))
}

// cannonOrthogonalAttacks returns a cannon's attacks along its file and rank
// over one piece other than a cannon, up to and including the next piece of
// either side.
func cannonOrthogonalAttacks(point Point, occupied, cannons Bitboard) Bitboard {
	file, rank := point.File(), point.Rank()
	along := overScreens(rank, occupied.fileOf(file), cannons.fileOf(file))
	across := overScreens(file, occupied.rankOf(rank), cannons.rankOf(rank))
	return fromFile(along, file).Or(fromRank(across, rank))
}

func overScreens(place int, occupied, cannons line) line {
	r := lineAttackTable[place&15][occupied&wholeLine]
	if forbidden := r.chariot & cannons; forbidden != 0 {
		below := line(1)<<(place&15) - 1
		if forbidden&below != 0 {
			r.cannon &^= below
		}
		if forbidden&^below != 0 {
			r.cannon &= below
		}
	}
	return r.cannon
}

package janggi

// keys holds the random numbers of a Zobrist key: one for each piece on each
// point, and one for Han to move. Their seed is fixed, so keys are the same in
// every process and build.
var keys = newKeys()

type keyTable struct {
	piece [pieceCount][PointCount]uint64
	han   uint64
}

func newKeys() *keyTable {
	table, state := new(keyTable), uint64(0x6A616E676769) // "janggi"
	for piece := range table.piece {
		if NoPiece == Piece(piece) {
			continue
		}
		for point := range table.piece[piece] {
			table.piece[piece][point] = splitMix64(&state)
		}
	}
	table.han = splitMix64(&state)
	return table
}

// splitMix64 is the generator of Steele, Lea and Flood (OOPSLA 2014).
func splitMix64(state *uint64) uint64 {
	*state += 0x9E3779B97F4A7C15
	z := *state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

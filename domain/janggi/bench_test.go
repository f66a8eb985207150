package janggi

import "testing"

// benchmarkPositions are a start position and middle games, one with the
// pieces of both sides crowding the palaces.
var benchmarkPositions = []struct{ name, fen string }{
	{"start", "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"},
	{"opened", "1bnaa2br/4k4/1c3n1c1/2p1pp2p/p2r5/PP7/4P1PP1/RC5CR/4KA3/1BN1A1BN1 w - - 16 9"},
	{"crowded", "1cb2aCb1/4aC3/3k5/6p2/1p1pRP2P/8r/3n1PN2/6r2/5N3/1B2Kc1B1 w - - 14 57"},
}

// BenchmarkPerft walks the tree to depth 4 and reports leaves a second.
func BenchmarkPerft(b *testing.B) {
	for _, at := range benchmarkPositions {
		b.Run(at.name, func(b *testing.B) {
			p := mustParse(b, at.fen)
			b.ReportAllocs()
			leaves := uint64(0)
			for b.Loop() {
				leaves += Perft(p, BikjangOff, 4)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}

// BenchmarkLegalMoves lists the legal moves of a position into the same slice.
func BenchmarkLegalMoves(b *testing.B) {
	for _, at := range benchmarkPositions {
		b.Run(at.name, func(b *testing.B) {
			p := mustParse(b, at.fen)
			moves := p.AppendMoves(nil, 0)
			b.ReportAllocs()
			for b.Loop() {
				moves = p.AppendMoves(moves[:0], 0)
			}
		})
	}
}

// BenchmarkPlay makes a move and the answer to it on a copy of the position.
func BenchmarkPlay(b *testing.B) {
	p := mustParse(b, benchmarkPositions[0].fen)
	move, answer := NewMove(27, 28), NewMove(62, 61) // a4b4, i7h7
	b.ReportAllocs()
	for b.Loop() {
		next := p
		next.Play(move)
		next.Play(answer)
	}
}

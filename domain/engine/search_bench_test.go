package engine

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// benchmarkPositions are a start, and middle games.
var benchmarkPositions = []string{
	"rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1",
	"1bnaa2br/4k4/1c3n1c1/2p1pp2p/p2r5/PP7/4P1PP1/RC5CR/4KA3/1BN1A1BN1 w - - 16 9",
	"2bak1b1r/1r2a4/2n1c1nc1/p1p1p1p1p/9/9/P1P1P1P1P/2N1C1NC1/4A4/R1BAK1B1R b - - 6 10",
	"3ak4/4a4/4b4/2p1p1p2/9/9/2P1P1P2/4C4/4A4/3AK4 w - - 10 40",
}

// BenchmarkSearch searches so many nodes of each position: nodes/s is its
// speed.
func BenchmarkSearch(b *testing.B) {
	const nodes = 200_000
	e := New(16 << 20)
	b.ReportAllocs()
	for b.Loop() {
		for _, fen := range benchmarkPositions {
			p, err := janggi.ParseFEN(fen)
			if err != nil {
				b.Fatal(err)
			}
			e.Reset()
			rules := janggi.Presets()[0].Rules
			e.Search(Request{Game: janggi.NewGame(rules, p), Limits: Limits{Nodes: nodes}})
		}
	}
	b.ReportMetric(float64(nodes*len(benchmarkPositions)*b.N)/b.Elapsed().Seconds(), "nodes/s")
}

package tune

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/engine"
)

const games = `{"setups":["EHEH","HEHE"],"result":"han","reason":"checkmate","moves":"a4b4 c10d8 i4h4 b10d7 b1d4 c7b7 d4b7 d7b4 b7e5 e7e6 c4b4 e6e5 e4e5 b8e8 e2f2 g10e7 c1d3 d8c6 e5d5 e9e10 g1e4 e8e4 d5d6 c6d4"}
{"setups":["HEHE","EHEH"],"result":"cho","reason":"time","moves":"i4h4 a7b7 b1c3 b10c8 b3e3 b8e8 e4d4 g10f8 c1e4 e7f7 g1f3 c10e7 g4g5 a10a6 h3h5 f10f9 h5h2 c8b10 a4a5 a6f6"}
{"setups":["HEHE","EHEH"],"result":"none","reason":"aborted","moves":"i4h4"}
`

func sampled(t *testing.T, s Sample) []Position {
	t.Helper()
	packed := new(bytes.Buffer)
	w := gzip.NewWriter(packed)
	io.WriteString(w, games)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s.Games = filepath.Join(t.TempDir(), "games.gz")
	if err := os.WriteFile(s.Games, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	out := new(bytes.Buffer)
	if err := s.Write(context.Background(), out); err != nil {
		t.Fatal(err)
	}
	positions, err := ReadPositions(out)
	if err != nil {
		t.Fatal(err)
	}
	return positions
}

func TestSamplesAreQuietPositionsWithTheirResult(t *testing.T) {
	positions := sampled(t, Sample{Every: 1, Nodes: 200, Concurrent: 1})
	results := map[float64]int{}
	for _, p := range positions {
		if !engine.IsQuiet(&p.Position) || !p.Scored {
			t.Errorf("%s: quiet %v, scored %v", p.Position.FEN(), engine.IsQuiet(&p.Position), p.Scored)
		}
		results[p.Result]++
	}
	if results[0] < 5 || results[1] < 5 || len(results) != 2 {
		t.Errorf("results %v", results)
	}
}

// TestAFitComesNearerToItsPositions fits to results alone: with each epoch the
// error shrinks.
func TestAFitComesNearerToItsPositions(t *testing.T) {
	out := new(bytes.Buffer)
	Fit{Epochs: 20, Rate: 3, Scale: 300, Out: out}.Run(sampled(t, Sample{Every: 1, Concurrent: 1}))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	first, last := lines[0], lines[len(lines)-1]
	errorOf := func(line string) string { return strings.Fields(line[strings.Index(line, "error")+6:])[0] }
	if !(errorOf(last) < errorOf(first)) {
		t.Errorf("%s, then %s", first, last)
	}
}

func TestTheSourceOfWeightsIsTheEnginesOwn(t *testing.T) {
	var w Weights
	for i, pair := range engine.Weights() {
		w[i] = [2]float64{float64(pair[0]), float64(pair[1])}
	}
	source, err := Source(w)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("../../../domain/engine/weights.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(source, file) {
		t.Error("weights.go is not what tune fit writes")
	}
}

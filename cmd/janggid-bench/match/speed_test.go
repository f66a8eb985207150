package match

import (
	"bytes"
	"testing"
	"time"

	"github.com/janggid/janggid/domain/janggi"
)

// clockwork makes the first legal turn and says how many nodes it took in a second.
type clockwork struct {
	nodes int64
	seen  *[]string
}

func (c clockwork) NewGame(uint64) error { return nil }
func (c clockwork) Close() error         { return nil }

func (c clockwork) Move(g janggi.Game) (Choice, error) {
	*c.seen = append(*c.seen, g.Position().FEN())
	return Choice{Move: g.LegalMoves()[0], Nodes: c.nodes, Spent: time.Second}, nil
}

func TestSpeedsAreMeasuredOnTheSamePositions(t *testing.T) {
	starts, err := Starts()
	if err != nil {
		t.Fatal(err)
	}
	var a, b []string
	player := func(nodes int64, seen *[]string) func() (Player, error) {
		return func() (Player, error) { return clockwork{nodes, seen}, nil }
	}
	rates, err := Speed{A: player(300, &a), B: player(100, &b), Rules: janggi.Presets()[0].Rules, Games: 2, Out: new(bytes.Buffer)}.Measure(starts)
	if err != nil {
		t.Fatal(err)
	}
	if rates != [2]float64{300, 100} {
		t.Errorf("rates %v", rates)
	}
	if len(a) != 24 || len(b) != 24 {
		t.Fatalf("%d and %d positions, want 24", len(a), len(b))
	}
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("position %d: %s and %s", i, a[i], b[i])
		}
	}
}

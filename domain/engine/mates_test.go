package engine

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// mateNodes is within how many nodes every mate of testdata/mates.txt is found.
const mateNodes = 2_000_000

// TestMatesFromGamesAreFound searches positions of games that people played, in
// which the side to move is proved to mate in one to five turns of its own
// (janggid-bench mates): found within mateNodes, and never longer than proved.
func TestMatesFromGamesAreFound(t *testing.T) {
	text, err := os.ReadFile("testdata/mates.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) < 500 {
		t.Errorf("only %d positions", len(lines))
	}
	e := New(4 << 20)
	var nodes []int64
	for i, line := range lines {
		if testing.Short() && i%10 != 0 {
			continue
		}
		fen, proved, _ := strings.Cut(line, ";")
		p, err := janggi.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		turns, err := strconv.Atoi(proved)
		if err != nil {
			t.Fatal(err)
		}
		e.Reset()
		plies := 2*turns - 1
		found := false
		r := e.Search(Request{
			Game:   janggi.NewGame(janggi.Presets()[0].Rules, p),
			Limits: Limits{Nodes: mateNodes},
			OnDepth: func(r Report) bool {
				score := r.Lines[0].Score
				found = score.IsMate() && score.IsWon() && score.Turns() <= plies
				return !found
			},
		})
		nodes = append(nodes, r.Nodes)
		if !found {
			t.Errorf("%s: mate in %d not found, score %d after depth %d", fen, turns, r.Lines[0].Score, r.Depth)
		}
	}
	slices.Sort(nodes)
	t.Logf("nodes: half within %d, nine in ten within %d, 99 in 100 within %d, all within %d",
		nodes[len(nodes)/2], nodes[len(nodes)*9/10], nodes[len(nodes)*99/100], nodes[len(nodes)-1])
}

package match

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// greedy takes the dearest piece it can; random takes any turn. Both count
// their games.
type mover struct {
	greedy bool
	rng    *rand.Rand
	games  *int
}

func (m mover) NewGame(uint64) error { *m.games++; return nil }
func (m mover) Close() error         { return nil }

func (m mover) Move(g janggi.Game) (Choice, error) {
	moves := g.LegalMoves()
	best := moves[m.rng.IntN(len(moves))]
	if m.greedy {
		for _, move := range moves {
			if !move.IsPass() && (best.IsPass() || g.Position().At(move.To()).Kind().Points() > g.Position().At(best.To()).Kind().Points()) {
				best = move
			}
		}
	}
	return Choice{Move: best, Nodes: 1}, nil
}

func newMatch(t *testing.T, games int, results string) (Match, *int) {
	t.Helper()
	starts, err := Starts()
	if err != nil {
		t.Fatal(err)
	}
	played := new(int)
	player := func(greedy bool) func() (Player, error) {
		return func() (Player, error) { return mover{greedy, rand.New(rand.NewPCG(1, 2)), played}, nil }
	}
	rules := janggi.Presets()[0].Rules
	rules.TurnLimit = 60
	return Match{A: player(true), B: player(false), Rules: rules, Starts: starts, Games: games, Concurrent: 1, Results: results, Out: new(bytes.Buffer)}, played
}

func TestTheBetterPlayerIsAhead(t *testing.T) {
	m, _ := newMatch(t, 40, "")
	total, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, low, _ := total.Elo(); total.Wins+total.Draws+total.Losses != 40 || total.pairCount() != 20 || low < 0 {
		t.Error(total.Line(nil))
	}
}

func TestAMatchGoesOnWhereItWasInterrupted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.jsonl")
	first, _ := newMatch(t, 10, file)
	if _, err := first.Play(context.Background()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	if err := os.WriteFile(file, []byte(strings.Join(lines[:7], "")), 0o644); err != nil {
		t.Fatal(err)
	}
	again, played := newMatch(t, 10, file)
	total, err := again.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if *played != 2*3 { // three games, two players each
		t.Errorf("%d games were begun again, not 3", *played/2)
	}
	if total.Wins+total.Draws+total.Losses != 10 {
		t.Error(total.Line(nil))
	}
}

func TestAMatchEndsOnceItsTestIsDecided(t *testing.T) {
	m, _ := newMatch(t, 400, "")
	m.SPRT = &SPRT{0, 100}
	total, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if n := total.Wins + total.Draws + total.Losses; n == 400 {
		t.Errorf("%d games, %s", n, total.Line(m.SPRT))
	}
}

func TestEveryStartIsAGame(t *testing.T) {
	starts, err := Starts()
	if err != nil {
		t.Fatal(err)
	}
	if len(starts) < 200 {
		t.Errorf("only %d starts", len(starts))
	}
	for i, s := range starts {
		g, err := s.game(janggi.Presets()[0].Rules)
		if err != nil {
			t.Fatalf("start %d: %v", i, err)
		}
		if _, over := g.Outcome(); over {
			t.Errorf("start %d is over", i)
		}
	}
}

func TestAnEnginesScoreIsRead(t *testing.T) {
	for text, want := range map[string]Choice{
		"info depth 3 score cp -12 nodes 77 pv a4b4":    {Score: -12, Known: true, Nodes: 77},
		"info depth 3 score mate 2 nodes 5":             {Score: 29_998, Known: true, Nodes: 5},
		"info depth 3 score mate -3 upperbound nodes 5": {Score: -29_997, Known: true, Nodes: 5},
		"info string nothing":                           {},
	} {
		var c Choice
		c.readInfo(strings.Fields(text))
		if c != want {
			t.Errorf("%s: %+v", text, c)
		}
	}
}

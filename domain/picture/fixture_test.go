package picture

import (
	"math/rand/v2"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// randomGame is a game of random turns, the same for a seed.
func randomGame(seed uint64, turns int) janggi.Game {
	random := rand.New(rand.NewPCG(seed, 1))
	setups := janggi.Setups()
	g := janggi.NewGame(janggi.Rules{Repetition: janggi.RepetitionOff}, janggi.StartPosition(setups[random.IntN(4)], setups[random.IntN(4)]))
	for range turns {
		moves := g.LegalMoves()
		if len(moves) == 0 {
			break
		}
		g = g.After(moves[random.IntN(len(moves))])
	}
	return g
}

func parsed(t *testing.T, fen string) *janggi.Position {
	t.Helper()
	p, err := janggi.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

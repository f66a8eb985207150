package match

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/janggi"
)

// New starts the player that a text names: "strength=N" is our engine at that
// strength, "random" a player of random turns, and everything else the command
// line of a program that speaks UCI.
func New(text string, options []string, budget Budget) (Player, error) {
	if text == "random" {
		return &random{}, nil
	}
	if number, ok := strings.CutPrefix(text, "strength="); ok {
		n, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("strength=%s: %w", number, err)
		}
		s := engine.Strength(n)
		return &own{strength: s, engine: engine.New(engine.PlayTableBytes)}, s.Validate()
	}
	return startExternal(text, options, budget)
}

// own is our engine at a strength.
type own struct {
	engine   *engine.Engine
	strength engine.Strength
	seed     uint64
}

func (o *own) NewGame(seed uint64) error {
	o.seed = seed
	return nil
}

func (o *own) Move(g janggi.Game) (Choice, error) {
	begin := time.Now()
	r := o.engine.Play(g, o.strength, o.seed, engine.Limits{})
	return Choice{Move: r.Lines[0].Moves[0], Score: int(r.Lines[0].Score), Known: true, Nodes: r.Nodes, Spent: time.Since(begin)}, nil
}

func (o *own) Close() error { return nil }

// random makes any legal turn.
type random struct{ rng *rand.Rand }

func (r *random) NewGame(seed uint64) error {
	r.rng = rand.New(rand.NewPCG(seed, 0))
	return nil
}

func (r *random) Move(g janggi.Game) (Choice, error) {
	moves := g.LegalMoves()
	return Choice{Move: moves[r.rng.IntN(len(moves))]}, nil
}

func (r *random) Close() error { return nil }

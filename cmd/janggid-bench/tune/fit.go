package tune

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/janggi"
)

// Fit is how to fit weights.
type Fit struct {
	Epochs int
	Rate   float64 // of learning, in hundredths of a soldier a step
	Blend  float64 // the share of the search's score in what is fitted; the rest is the result
	Scale  float64 // the score, in hundredths, at which a side's chances are 73 to 27
	Pull   float64 // towards the weights there were, against terms that hardly occur
	Seed   uint64
	Out    io.Writer // progress
}

// example is a position as terms: what counts, how often, and what the
// evaluation should say.
type example struct {
	terms  []entry
	phase  float64 // share of the middle game
	target float64
	fixed  bool // kept out to see whether the weights hold for others
}

type entry struct {
	term  uint16
	count int16
}

// Weights are pairs for the middle game and the end game.
type Weights [engine.TermCount][2]float64

// Run fits, starting with the engine's own weights.
func (f Fit) Run(positions []Position) Weights {
	rules := janggi.Rules{Deom: 3}
	examples := make([]example, len(positions))
	for i := range positions {
		examples[i] = f.example(&positions[i], &rules, i/500%20 == 19) // a game's positions stay together
	}
	var start Weights
	for i, w := range engine.Weights() {
		start[i] = [2]float64{float64(w[0]), float64(w[1])}
	}
	w := start
	var first, second Weights // moments of the gradient, as Adam keeps them
	rng := rand.New(rand.NewPCG(f.Seed, 1))
	order := rng.Perm(len(examples))
	const batch = 4096
	steps := 0
	fmt.Fprintf(f.Out, "before: error %.6f, on positions kept out %.6f\n", f.meanError(&w, examples, false), f.meanError(&w, examples, true))
	for epoch := range f.Epochs {
		rate := f.Rate * (1 - 0.9*float64(epoch)/float64(f.Epochs))
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for from := 0; from < len(order); from += batch {
			var gradient Weights
			n := 0
			for _, i := range order[from:min(from+batch, len(order))] {
				if x := &examples[i]; !x.fixed {
					f.addGradient(&gradient, &w, x)
					n++
				}
			}
			steps++
			adam(&w, &start, &gradient, &first, &second, float64(max(n, 1)), rate, f.Pull, steps)
		}
		fmt.Fprintf(f.Out, "epoch %d: error %.6f, on positions kept out %.6f\n", epoch+1, f.meanError(&w, examples, false), f.meanError(&w, examples, true))
	}
	return w
}

func (f Fit) example(p *Position, rules *janggi.Rules, fixed bool) example {
	t := engine.TraceOf(&p.Position, rules)
	x := example{phase: float64(t.Phase) / float64(engine.MaxPhase), target: p.Result, fixed: fixed}
	if p.Scored {
		x.target = f.Blend*f.chance(float64(p.Score)) + (1-f.Blend)*p.Result
	}
	for i, n := range t.Counts {
		if n != 0 {
			x.terms = append(x.terms, entry{uint16(i), n})
		}
	}
	return x
}

// chance is a side's expected result at a score.
func (f Fit) chance(score float64) float64 { return 1 / (1 + math.Exp(-score/f.Scale)) }

func (x *example) score(w *Weights) (score float64) {
	for _, e := range x.terms {
		pair := &w[e.term]
		score += float64(e.count) * (pair[0]*x.phase + pair[1]*(1-x.phase))
	}
	return score
}

func (f Fit) addGradient(gradient, w *Weights, x *example) {
	chance := f.chance(x.score(w))
	slope := (chance - x.target) * chance * (1 - chance)
	for _, e := range x.terms {
		pair, d := &gradient[e.term], slope*float64(e.count)
		pair[0] += d * x.phase
		pair[1] += d * (1 - x.phase)
	}
}

func (f Fit) meanError(w *Weights, examples []example, fixed bool) float64 {
	sum, n := 0.0, 0
	for i := range examples {
		if x := &examples[i]; x.fixed == fixed {
			d := f.chance(x.score(w)) - x.target
			sum += d * d
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// adam makes a step of Kingma and Ba's method (ICLR 2015).
func adam(w, start, gradient, first, second *Weights, n, rate, pull float64, step int) {
	const decay1, decay2 = 0.9, 0.999
	correct1, correct2 := 1-math.Pow(decay1, float64(step)), 1-math.Pow(decay2, float64(step))
	for i := range w {
		for j := range w[i] {
			g := gradient[i][j]/n + pull*(w[i][j]-start[i][j])
			first[i][j] = decay1*first[i][j] + (1-decay1)*g
			second[i][j] = decay2*second[i][j] + (1-decay2)*g*g
			w[i][j] -= rate * first[i][j] / correct1 / (math.Sqrt(second[i][j]/correct2) + 1e-9)
		}
	}
}

package match

import (
	"fmt"
	"io"

	"github.com/janggid/janggid/domain/janggi"
)

// Speed is how many nodes a second each of two players searches, on the same
// positions in turns.
type Speed struct {
	A, B  func() (Player, error)
	Rules janggi.Rules
	Games int // games of Starts whose positions are searched
	Out   io.Writer
}

// Measure lets A play both sides of games, and B search the same positions. It
// returns nodes a second of both.
func (s Speed) Measure(starts []Start) (rates [2]float64, err error) {
	var players [2]Player
	for i, begin := range [2]func() (Player, error){s.A, s.B} {
		if players[i], err = begin(); err != nil {
			return rates, err
		}
		defer players[i].Close()
	}
	var nodes [2]int64
	var seconds [2]float64
	for i, start := range starts[:min(s.Games, len(starts))] {
		g, err := start.game(s.Rules)
		if err != nil {
			return rates, err
		}
		for range 12 {
			if _, over := g.Outcome(); over {
				break
			}
			var choices [2]Choice
			for j, p := range players {
				if choices[j], err = p.Move(g); err != nil {
					return rates, err
				}
				nodes[j] += choices[j].Nodes
				seconds[j] += choices[j].Spent.Seconds()
			}
			if g.Validate(choices[0].Move) != nil {
				break
			}
			g = g.After(choices[0].Move)
		}
		for j := range rates {
			rates[j] = float64(nodes[j]) / seconds[j]
		}
		fmt.Fprintf(s.Out, "game %d: A %.0f nodes/s, B %.0f, ratio %.2f\n", i+1, rates[0], rates[1], rates[0]/rates[1])
	}
	return rates, nil
}

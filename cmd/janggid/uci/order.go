package uci

import (
	"fmt"
	"strconv"
	"time"

	"github.com/janggid/janggid/domain/engine"
	"github.com/janggid/janggid/domain/janggi"
)

// order holds the parameters of "go".
type order struct {
	depth     int
	nodes     int64
	moveTime  time.Duration
	left      [2]time.Duration
	increment [2]time.Duration
	toGo      int // moves until more time is given, 0 for none
	infinite  bool
}

// parseOrder reads the words after "go": depth, nodes, movetime, wtime, btime,
// winc, binc, movestogo and infinite.
func parseOrder(words []string) (o order, err error) {
	for i := 0; i < len(words); i++ {
		name := words[i]
		if name == "infinite" {
			o.infinite = true
			continue
		}
		i++
		if i == len(words) {
			return o, fmt.Errorf("go: %s needs a number", name)
		}
		n, err := strconv.ParseInt(words[i], 10, 63)
		if err != nil {
			return o, fmt.Errorf("go: %s needs a number, not %q", name, words[i])
		}
		n = max(n, 0)
		span := time.Duration(n) * time.Millisecond
		switch name {
		case "depth":
			o.depth = int(min(n, 1000))
		case "nodes":
			o.nodes = n
		case "movetime":
			o.moveTime = max(span, time.Millisecond)
		case "wtime":
			o.left[janggi.Cho] = max(span, time.Millisecond)
		case "btime":
			o.left[janggi.Han] = max(span, time.Millisecond)
		case "winc":
			o.increment[janggi.Cho] = span
		case "binc":
			o.increment[janggi.Han] = span
		case "movestogo":
			o.toGo = int(n)
		default:
			return o, fmt.Errorf("go: %q is not known", name)
		}
	}
	if o == (order{}) {
		o.infinite = true
	}
	return o, nil
}

// clock says when a search ends: at most until the end, and after a depth if
// the aim has passed. Zero is no limit.
type clock struct {
	aim, end time.Duration
	changes  int // how often the best turn has changed of late
	best     janggi.Move
}

func (o *order) clock(side janggi.Side, overhead time.Duration) *clock {
	left, increment := o.left[side], o.increment[side]
	switch {
	case o.moveTime > 0:
		return &clock{end: max(o.moveTime-overhead, o.moveTime/2)}
	case left == 0:
		return &clock{}
	}
	left = max(left-overhead, left/2)
	moves := time.Duration(40)
	if o.toGo > 0 {
		moves = time.Duration(min(o.toGo, 40))
	}
	aim := left/moves + increment*3/4
	return &clock{aim: min(aim, left/2), end: min(4*aim, left*2/3)}
}

func (c *clock) mustStop(elapsed time.Duration) bool { return c.end > 0 && elapsed >= c.end }

// goesOn reports whether another depth is worth beginning. It takes longer than
// the ones before together, so that half of the aim is enough, unless the best
// turn has just changed.
func (c *clock) goesOn(r engine.Report, elapsed time.Duration) bool {
	if c.aim == 0 {
		return true
	}
	c.changes /= 2
	if m := r.Lines[0].Moves[0]; m != c.best {
		c.best, c.changes = m, c.changes+2
	}
	return elapsed < c.aim/2+c.aim/4*time.Duration(c.changes)
}

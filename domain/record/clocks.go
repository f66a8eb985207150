package record

import (
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// followClocks computes the clocks from the time of each turn, starting with a
// side. It returns false if a time is missing or exceeds the clock.
func followClocks(tc game.TimeControl, side janggi.Side, told []Clock) ([]Clock, bool) {
	start := tc.Start()
	sides := game.Clocks{start, start}
	after := make([]Clock, len(told))
	for i, c := range told {
		if c.Spent == nil {
			return nil, false
		}
		before := sides[side]
		if *c.Spent < 0 || *c.Spent >= before.RemainingMS+int64(before.PeriodsLeft)*tc.PeriodMS {
			return nil, false
		}
		sides[side] = tc.AfterTurn(before, *c.Spent)
		after[i] = Clock{Spent: c.Spent, Remaining: new(sides[side].RemainingMS), PeriodsLeft: sides[side].PeriodsLeft}
		side = side.Other()
	}
	return after, true
}

// followsClocks completes the clocks of the first n moves if the record has the
// time of each.
func (g *Game) followsClocks(n int) bool {
	told := make([]Clock, n)
	for i := range told {
		told[i] = g.Moves[i].Clock
		if told[i].Remaining != nil && g.TimeControl.Type != game.Byoyomi {
			return false // it has clocks of its own, though not all
		}
	}
	clocks, ok := followClocks(*g.TimeControl, g.Start.SideToMove(), told)
	for i := range clocks {
		if told[i].Remaining != nil && *told[i].Remaining != *clocks[i].Remaining {
			return false
		}
	}
	for i := range clocks {
		g.Moves[i].Clock = clocks[i]
	}
	return ok
}

// importedTime returns the record's time control. Without a clock after every
// turn it is ignored, because the clocks would not move.
func (g *Game) importedTime(n int) game.TimeControl {
	unlimited := game.TimeControl{Type: game.Unlimited}
	if g.TimeControl == nil || g.TimeControl.Type == game.Unlimited {
		return unlimited
	}
	line := g.Line
	if tag := g.findTag(tagNames.time...); tag != nil {
		line = tag.Line
	}
	if err := g.TimeControl.Validate(); err != nil {
		g.warn(line, fmt.Sprintf("the time control cannot be and was left out: %v", err))
		return unlimited
	}
	if g.tellsClocks(n) || g.followsClocks(n) {
		return *g.TimeControl
	}
	if g.Format != Gib || g.tellsSomeTime() { // most Korean records have the tag and no times, and the tag stays
		g.warn(line, fmt.Sprintf("the time control %s was left out: the record does not tell the clock after every turn", pgnTimeText(*g.TimeControl)))
	}
	return unlimited
}

// readTime takes the time control from its tag, in the first of several
// notations in which the tag can be read. It warns of one in no notation.
func (g *Game) readTime(tag *Tag, notations ...func(string) (game.TimeControl, bool)) {
	for _, parse := range notations {
		if tc, ok := parse(strings.TrimSpace(tag.Value)); ok {
			if tc.Validate() != nil {
				break
			}
			g.TimeControl = &tc
			return
		}
	}
	if known(tag.Value) != "" {
		g.warn(tag.Line, fmt.Sprintf("the time control %q was not understood", clipped(tag.Value, maxWord)))
	}
}

func (g *Game) tellsSomeTime() bool {
	for _, move := range g.Moves {
		if move.Clock != (Clock{}) {
			return true
		}
	}
	return false
}

// tellsClocks reports whether the first n moves all have clocks.
func (g *Game) tellsClocks(n int) bool {
	for _, move := range g.Moves[:n] {
		if move.Clock.Remaining == nil || g.TimeControl.Type == game.Byoyomi && move.Clock.PeriodsLeft < 1 {
			return false
		}
	}
	return true
}

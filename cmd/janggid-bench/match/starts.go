package match

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// startsText has a start a line: both setups, Cho's first, and the ten turns that
// lead to it, from games that people played. Not all are balanced: each is played
// from both sides.
//
//go:embed starts.txt
var startsText string

// Start is where a pair of games begins.
type Start struct {
	Cho, Han janggi.Setup
	Moves    []janggi.Move
}

// Starts returns the starts, always in the same order.
func Starts() ([]Start, error) {
	var starts []Start
	for i, line := range strings.Split(strings.TrimSpace(startsText), "\n") {
		s, err := parseStart(strings.Fields(line))
		if err != nil {
			return nil, fmt.Errorf("start %d: %w", i, err)
		}
		starts = append(starts, s)
	}
	return starts, nil
}

func parseStart(words []string) (s Start, err error) {
	if len(words) < 2 {
		return s, fmt.Errorf("two setups are needed")
	}
	if s.Cho, err = janggi.ParseSetup(words[0]); err != nil {
		return s, err
	}
	if s.Han, err = janggi.ParseSetup(words[1]); err != nil {
		return s, err
	}
	for _, word := range words[2:] {
		m, err := janggi.ParseMove(word)
		if err != nil {
			return s, err
		}
		s.Moves = append(s.Moves, m)
	}
	return s, nil
}

// game is the start as a game under rules.
func (s Start) game(rules janggi.Rules) (janggi.Game, error) {
	g := janggi.NewGame(rules, janggi.StartPosition(s.Cho, s.Han))
	for _, m := range s.Moves {
		if err := g.Validate(m); err != nil {
			return g, err
		}
		g = g.After(m)
	}
	return g, nil
}

package janggi

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// publicCase is an entry of testdata/cases.json: a situation from a public bug
// report, with the correct result.
type publicCase struct {
	Why     string
	FEN     string
	Options json.RawMessage // over the preset standard
	Moves   []string
	Legal   []string
	Count   int
	Illegal []string
	Outcome *struct {
		Reason string
		Winner *string
		Points map[string]float64
	}
	Error string
}

func TestPublicCases(t *testing.T) {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []publicCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 14 {
		t.Errorf("%d cases, want 14", len(cases))
	}
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.Why, " ", "_"), c.check)
	}
}

func (c *publicCase) check(t *testing.T) {
	start, err := ParseFEN(c.FEN)
	if c.Error != "" {
		var invalid *InvalidPositionError
		if !errors.As(err, &invalid) {
			t.Errorf("error %v, want an invalid position", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	g := NewGame(rulesWith(t, string(c.Options)), start)
	for _, m := range c.Moves {
		g = played(t, g, m)
	}
	legal := texts(g.LegalMoves())
	if c.Legal != nil && !slices.Equal(sorted(legal), sorted(c.Legal)) {
		t.Errorf("legal are %v, want %v", sorted(legal), sorted(c.Legal))
	}
	if c.Count != 0 && len(legal) != c.Count {
		t.Errorf("%d legal moves, want %d", len(legal), c.Count)
	}
	for _, m := range c.Illegal {
		if slices.Contains(legal, m) {
			t.Errorf("%s is legal", m)
		}
	}
	if c.Outcome != nil {
		c.checkOutcome(t, &g)
	}
}

func (c *publicCase) checkOutcome(t *testing.T, g *Game) {
	o, over := g.Outcome()
	if !over || o.Reason.String() != c.Outcome.Reason {
		t.Fatalf("ended %v by %v, want %s", over, o.Reason, c.Outcome.Reason)
	}
	winner := ""
	if side, ok := o.Result.Winner(); ok {
		winner = side.String()
	}
	want := ""
	if c.Outcome.Winner != nil {
		want = *c.Outcome.Winner
	}
	if winner != want {
		t.Errorf("winner %q, want %q", winner, want)
	}
	for side, points := range c.Outcome.Points {
		s, err := ParseSide(side)
		if err != nil {
			t.Fatal(err)
		}
		if got := float64(o.Points[s]) / 2; got != points {
			t.Errorf("%s has %v points, want %v", side, got, points)
		}
	}
}

// rulesWith are the rules of the preset standard with some options changed,
// written as JSON.
func rulesWith(t testing.TB, options string) Rules {
	t.Helper()
	preset, _ := PresetNamed("standard")
	rules := preset.Rules
	if err := json.Unmarshal([]byte(options), &rules); err != nil {
		t.Fatal(err)
	}
	if err := rules.Validate(); err != nil {
		t.Fatal(err)
	}
	return rules
}

// played is the game after a turn, which must be legal.
func played(t testing.TB, g Game, text string) Game {
	t.Helper()
	m, err := g.Parse(text)
	if err == nil {
		err = g.Validate(m)
	}
	if err != nil {
		t.Fatalf("ply %d, %s: %v", g.Ply()+1, text, err)
	}
	return g.After(m)
}

func texts(moves []Move) []string {
	var all []string
	for _, m := range moves {
		all = append(all, m.String())
	}
	return all
}

func sorted(texts []string) []string { return slices.Sorted(slices.Values(texts)) }

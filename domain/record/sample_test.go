package record

import (
	"os"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// readSample reads testdata/sample.gib: 49 real games, the players' names replaced.
func readSample(t testing.TB) []*Game {
	t.Helper()
	data, err := os.ReadFile("testdata/sample.gib")
	if err != nil {
		t.Fatal(err)
	}
	return readAll(t, string(data))
}

func readAll(t testing.TB, text string) []*Game {
	t.Helper()
	var games []*Game
	for g, err := range readGib(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

func rulesOf(t testing.TB, preset string) janggi.Rules {
	t.Helper()
	p, ok := janggi.PresetNamed(preset)
	if !ok {
		t.Fatalf("no preset %s", preset)
	}
	return p.Rules
}

func TestSampleIsReadWhole(t *testing.T) {
	games := readSample(t)
	if len(games) != 49 {
		t.Fatalf("%d games, want 49", len(games))
	}
	boards, moves, passes, comments := 0, 0, 0, 0
	for _, g := range games {
		if g.Tag("판") != "" {
			boards++
			if g.Start == nil || g.Start.SideToMove() != janggi.Han || g.Setups != nil {
				t.Errorf("line %d: Han does not begin the handicap game", g.Line)
			}
		} else if g.Start == nil || g.Start.SideToMove() != janggi.Cho || g.Setups == nil {
			t.Errorf("line %d: Cho does not begin", g.Line)
		}
		if len(g.Tags) != 11 && len(g.Tags) != 10 {
			t.Errorf("line %d: %d tags", g.Line, len(g.Tags))
		}
		if !g.Result.Known {
			t.Errorf("line %d: result %q is not understood", g.Line, g.Result.Declared)
		}
		moves += len(g.Moves)
		comments += len(g.Comments)
		for i, m := range g.Moves {
			if m.Number != i+1 {
				t.Errorf("line %d: move %d is numbered %d", m.Line, i+1, m.Number)
			}
			if m.Text == "한수쉼" {
				passes++
			}
		}
		for _, w := range g.Warnings {
			t.Errorf("line %d: %s", w.Line, w.Text)
		}
	}
	if boards != 4 || moves != 5646 || passes != 40 || comments != 45 {
		t.Errorf("%d boards, %d moves, %d passes, %d comments; want 4, 5646, 40, 45", boards, moves, passes, comments)
	}
}

func TestSampleIsLegalToTheLastMove(t *testing.T) {
	rules := rulesOf(t, "record")
	for _, g := range readSample(t) {
		if _, err := g.Replay(rules); err != nil {
			t.Error(err)
		}
	}
}

func TestEveryCheckOfTheSampleIsMarked(t *testing.T) {
	for _, g := range readSample(t) {
		played, err := g.Replay(rulesOf(t, "record"))
		if err != nil {
			t.Error(err)
		}
		for i, m := range g.Moves[:played.Ply()] {
			if check := played.TurnAt(i + 1).Check; check != strings.HasSuffix(m.Text, "장군") {
				t.Errorf("line %d, move %d, %s: check is %v", m.Line, i+1, m.Text, check)
			}
		}
	}
}

func TestFiveSampleGamesFromSetupsEndByRepetition(t *testing.T) {
	ended := 0
	for _, g := range readSample(t) {
		played := janggi.NewGame(rulesOf(t, "standard"), *g.Start)
		for _, move := range g.Moves {
			m, err := played.Parse(move.Text)
			if err != nil {
				t.Fatal(err)
			}
			played = played.After(m)
			if o, over := played.Outcome(); over {
				if o.Reason == janggi.EndRepetition && g.Setups != nil {
					ended++
				}
				break
			}
		}
	}
	if ended != 5 {
		t.Errorf("%d games end by repetition under standard, want 5", ended)
	}
}

func TestSampleResultsAgreeWithTheBoard(t *testing.T) {
	mates := 0
	for _, g := range readSample(t) {
		played, err := g.Replay(rulesOf(t, "record"))
		if err != nil {
			t.Error(err)
		}
		o, ok := g.Result.Outcome(&played)
		if !ok || o.Result != g.Result.Result {
			t.Errorf("line %d: %q ends %v", g.Line, g.Result.Declared, o)
		}
		if o.Reason == janggi.EndCheckmate {
			mates++
			if !strings.Contains(g.Result.Declared, "완승") {
				t.Errorf("line %d: %q ends in mate", g.Line, g.Result.Declared)
			}
		}
		if g.Result.Margin != 0 {
			points := played.Points()
			if margin := points[janggi.Cho] - points[janggi.Han]; margin != g.Result.Margin && -margin != g.Result.Margin {
				t.Errorf("line %d: %q, but the points are %v", g.Line, g.Result.Declared, points)
			}
		}
		if strings.Contains(g.Result.Declared, "점") {
			settled := played.Scored(janggi.EndAdjudication)
			if settled.Result != g.Result.Result {
				t.Errorf("line %d: %q, but the points are %v", g.Line, g.Result.Declared, *settled.Points)
			}
		}
	}
	if mates == 0 || mates == 27 {
		t.Errorf("%d of the 27 games won by 완승 end in mate, want some and not all", mates)
	}
}

package record

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// testdata/fairy_san.txt has games that Fairy-Stockfish's JavaScript build played at random in its variant janggi: a
// start position, then a move a line as UCI, algebraic notation and its Janggi notation.
func TestAlgebraicNotationIsFairyStockfishs(t *testing.T) {
	file, err := os.Open("testdata/fairy_san.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var g janggi.Game
	moves := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		words := strings.Fields(line)
		if strings.Contains(line, "/") {
			start, err := janggi.ParseFEN(line)
			if err != nil {
				t.Fatal(err)
			}
			g = janggi.NewGame(fairyPreset.Rules, start)
			continue
		}
		if len(words) != 3 {
			continue
		}
		m, err := g.Parse(words[0])
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if text := textSAN(&g, m); text != words[1] {
			t.Errorf("%s: written as %s", line, text)
		}
		for _, text := range words[1:] {
			if read, err := readMove(&g, text, coordinates{}); err != nil || read != m {
				t.Errorf("%s: %s is read as %v, %v", line, text, read, err)
			}
		}
		g = g.After(m)
		moves++
	}
	if moves < 500 {
		t.Errorf("%d moves only", moves)
	}
}

func TestReadMoveInEveryWay(t *testing.T) {
	g := janggi.NewGame(rulesOf(t, "record"), janggi.StartPosition(janggi.HEEH, janggi.HEEH))
	tests := []struct{ text, want string }{
		{"b1c3", "b1c3"}, {"02마83", "b1c3"}, {"02楚馬83", "b1c3"}, {"Hc3", "b1c3"}, {"Nc3", "b1c3"}, {"Hb1c3", "b1c3"},
		{"Hb1-c3", "b1c3"}, {"H02-83", "b1c3"}, {"Hc3!?", "b1c3"}, {"Pab4", "a4b4"}, {"ab4", "a4b4"}, {"P4b4", ""},
		{"pass", "pass"}, {"한수쉼", "pass"}, {"쉼", "pass"}, {"--", "pass"}, {"0000", "pass"}, {"Ke2", "pass"}, {"e2e2", "pass"}, {"K95-95", "pass"},
		{"Hd9", ""}, {"", ""}, {"x", ""}, {"Pb4", ""}, // from a4 or c4
	}
	for _, test := range tests {
		m, err := readMove(&g, test.text, coordinates{})
		if err == nil {
			err = g.Validate(m)
		}
		if got := m.String(); test.want == "" && err == nil || test.want != "" && (err != nil || got != test.want) {
			t.Errorf("%q is read as %s, %v; want %s", test.text, got, err, test.want)
		}
	}
}

func TestIllegalAlgebraicMovesAreExplained(t *testing.T) {
	g := janggi.NewGame(rulesOf(t, "record"), janggi.StartPosition(janggi.HEEH, janggi.HEEH))
	tests := []struct {
		text string
		why  janggi.Reason
	}{
		{"Cbb5", janggi.ReasonNoScreen}, {"Ra1a5", janggi.ReasonPathBlocked}, {"Kd4", janggi.ReasonOutsidePalace}, {"Pa10", janggi.ReasonNotAMove},
	}
	for _, test := range tests {
		m, err := readMove(&g, test.text, coordinates{})
		if err == nil {
			err = g.Validate(m)
		}
		if illegal, ok := err.(*janggi.IllegalMoveError); !ok || illegal.Reason != test.why {
			t.Errorf("%s: %v, want %v", test.text, err, test.why)
		}
	}
}

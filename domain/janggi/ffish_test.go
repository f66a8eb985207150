package janggi

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ffishFolder holds the JavaScript that asks npm's ffish, and its node_modules.
const ffishFolder = "../../.ci/ffish"

// ffishAnswer is the output of moves.js for a position.
type ffishAnswer struct {
	Off, Answer   []string
	Check, Facing bool
}

// TestTurnsMatchFairyStockfish compares thousands of positions with an
// independent engine, where Node and the npm package are installed.
func TestTurnsMatchFairyStockfish(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed; the vectors in testdata were made with the same engine")
	}
	if _, err := os.Stat(filepath.Join(ffishFolder, "node_modules", "ffish")); err != nil {
		t.Skip("ffish is not installed: run npm ci in .ci/ffish")
	}
	games, scattered := 48, 4000
	if testing.Short() {
		games, scattered = 4, 400
	}
	rng := seededRand(4)
	var positions []Position
	for range games {
		positions = append(positions, playedPositions(rng, 120)...)
	}
	for range scattered {
		positions = append(positions, scatteredPosition(rng))
	}
	for i, answer := range askFfish(t, node, positions) {
		compareWithFfish(t, &positions[i], answer)
	}
}

// askFfish sends every position through one process.
func askFfish(t *testing.T, node string, positions []Position) []ffishAnswer {
	t.Helper()
	var fens, output, errors bytes.Buffer
	for i := range positions {
		fens.WriteString(positions[i].FEN() + "\n")
	}
	command := exec.Command(node, "moves.js")
	command.Dir, command.Stdin, command.Stdout, command.Stderr = ffishFolder, &fens, &output, &errors
	if err := command.Run(); err != nil {
		text := errors.String()
		t.Fatalf("node moves.js: %v\n%s", err, text[:min(len(text), 2000)])
	}
	var answers []ffishAnswer
	lines := bufio.NewScanner(&output)
	for lines.Scan() {
		var answer ffishAnswer
		if err := json.Unmarshal(lines.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, answer)
	}
	if len(answers) != len(positions) || lines.Err() != nil {
		t.Fatalf("%d answers to %d positions, %v", len(answers), len(positions), lines.Err())
	}
	return answers
}

func compareWithFfish(t *testing.T, p *Position, answer ffishAnswer) {
	t.Helper()
	if p.InCheck() != answer.Check || p.Facing() != answer.Facing {
		t.Errorf("%s: check %v, facing %v, but ffish %v, %v", p.FEN(), p.InCheck(), p.Facing(), answer.Check, answer.Facing)
	}
	if got, want := turns(p, false), fromUCI(p, answer.Off); !slices.Equal(got, want) {
		t.Errorf("%s, off:\n  got %s\nffish %s", p.FEN(), strings.Join(got, " "), strings.Join(want, " "))
	}
	got, want := turns(p, true), fromUCI(p, answer.Answer)
	if p.InCheck() && p.Facing() {
		// There the variant "janggi" lets a side pass; so does the option
		// bikjang_over_check, but not a position by itself.
		want = slices.DeleteFunc(want, func(m string) bool { return m == "pass" })
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s, answer:\n  got %s\nffish %s", p.FEN(), strings.Join(got, " "), strings.Join(want, " "))
	}
}

// fromUCI sorts moves and spells out the pass, which UCI writes as the
// general's point twice.
func fromUCI(p *Position, moves []string) []string {
	general := p.General(p.SideToMove()).String()
	texts := slices.Clone(moves)
	for i := range texts {
		if texts[i] == general+general {
			texts[i] = "pass"
		}
	}
	slices.Sort(texts)
	return texts
}

package janggi

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// vector is a line of testdata/positions.jsonl.gz, which an independent engine
// made.
type vector struct {
	FEN    string
	Check  bool
	Facing bool
	Off    []string // legal with bikjang off
	Claim  []string // legal with bikjang answered, where that differs
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	file, err := os.Open("testdata/positions.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	for lines := bufio.NewScanner(unzipped); lines.Scan(); {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		vectors = append(vectors, v)
	}
	if len(vectors) < 4000 {
		t.Fatalf("only %d vectors", len(vectors))
	}
	return vectors
}

func mustParse(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// turns lists the legal turns as the vectors do: sorted UCI, the pass spelled
// out.
func turns(p *Position, answer bool) []string {
	var duty Duty
	if answer && p.Facing() {
		duty = BreakFacing
	}
	var texts []string
	for _, m := range p.AppendMoves(nil, duty) {
		texts = append(texts, m.String())
	}
	if !p.InCheck() {
		texts = append(texts, "pass")
	}
	slices.Sort(texts)
	return texts
}

func TestLegalTurnsMatchTheVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		p := mustParse(t, v.FEN)
		if got := p.FEN(); got != v.FEN {
			t.Errorf("%s is written %s", v.FEN, got)
		}
		if p.InCheck() != v.Check || p.Facing() != v.Facing {
			t.Errorf("%s: check %v facing %v, want %v %v", v.FEN, p.InCheck(), p.Facing(), v.Check, v.Facing)
		}
		if v.Claim == nil {
			v.Claim = v.Off
		}
		for _, mode := range []struct {
			name   string
			answer bool
			want   []string
		}{{"off", false, v.Off}, {"answer", true, v.Claim}} {
			slices.Sort(mode.want)
			if got := turns(&p, mode.answer); !slices.Equal(got, mode.want) {
				t.Errorf("%s %s:\n got %s\nwant %s", v.FEN, mode.name, strings.Join(got, " "), strings.Join(mode.want, " "))
			}
		}
	}
}

package record

import (
	"bytes"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

func FuzzReadGib(f *testing.F) {
	data, err := os.ReadFile("testdata/sample.gib")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[:3000])
	f.Add([]byte(head + "1. 79졸78 {하나} <0> 2. 41병42\xff\x1a\r\n"))
	f.Add([]byte("[판 \"4장/////////4將 한\"]\n1. 05장15"))
	f.Add([]byte("[a \"]\n{[b\n}1.1.1."))
	fuzzReader(f, readGib)
}

func FuzzReadPGN(f *testing.F) {
	seedFromSample(f, PGN)
	f.Add([]byte("[Variant \"Janggi\"]\n[TimeControl \"600+5\"]\n\n1. Pab4 {[%clk 0:10:01.5]} Pab7 $1 (1... pass) 2. Pb5 ; end\n1-0 1. a4b4 *"))
	f.Add([]byte("[FEN \"r2k5/9/9/9/9/9/9/9/9/R3K4 b - - 3 9\"]\n% no line\n9... P43-44 10. @@@@ 1/2-1/2"))
	f.Add([]byte("[Variant \"Chess\"]\n{(;})\n)1.1-0"))
	fuzzReader(f, readPGN)
}

func FuzzReadUCI(f *testing.F) {
	seedFromSample(f, UCI)
	f.Add([]byte("# a comment\nposition startpos moves a4b4 a7b7 0000\n\ni4h4\ni7h7\r# another\nfen 4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1 moves pass"))
	f.Add([]byte("moves a4b4\nr2k5/9/9/9/9/9/9/9/9/R3K4 w\nisready"))
	fuzzReader(f, readUCI)
}

func FuzzReadJSON(f *testing.F) {
	seedFromSample(f, JSON)
	f.Add([]byte(jsonGame + "\n[" + jsonGame + `,null,7]`))
	f.Add([]byte("\uFEFF [" + jsonGame + `,{"games":[{"start_fen":"r2k5/9/9/9/9/9/9/9/9/R3K4 b","moves":["a1b1"],"turn_clocks":[{"spent_ms":-1}],"comments":[{"ply":9,"text":"}"}]}]}]`))
	f.Add([]byte(`{"external_id":"7","players":{"cho":{"name":"?"}},"tags":[{"name":"Event","value":"\ud800"}],"time_control":{"type":"fischer"},"setups":{"cho":"HEEH"},"outcome":{"reason":"time","result":"none"}}`))
	fuzzReader(f, readDocs)
}

// seedFromSample adds the openings of two games of the sample, one of them from a board of its own, as another format
// has them.
func seedFromSample(f *testing.F, format Format) {
	f.Helper()
	games := readSample(f)
	for _, g := range []*Game{games[0], games[slices.IndexFunc(games, func(g *Game) bool { return g.Setups == nil })]} {
		g.Moves = g.Moves[:20]
		board, err := g.Play(rulesOf(f, "record"))
		if err != nil {
			f.Fatal(err)
		}
		o, _ := g.Result.Outcome(&board)
		f.Add([]byte(textOf(f, asRead(g, board, o), format)))
	}
}

// fuzzReader holds a reader to this: games come in the order of their lines, and what can be imported is taken by the
// game and is the same game when it is written down and read again.
func fuzzReader(f *testing.F, read func(io.Reader) iter.Seq2[*Game, error]) {
	f.Helper()
	f.Fuzz(func(t *testing.T, data []byte) {
		lastLine := 0
		for g, err := range read(bytes.NewReader(data)) {
			if err != nil {
				return
			}
			if several := g.Format == PGN || g.Format == JSON; g.Line < lastLine || g.Line == lastLine && !several {
				t.Fatalf("a game begins on line %d after one on line %d", g.Line, lastLine)
			}
			lastLine = g.Line
			if played, err := g.Replay(janggi.Rules{}); err == nil && played.Ply() != len(g.Moves) {
				t.Fatalf("%d of %d moves played", played.Ply(), len(g.Moves))
			}
			if c, err := g.Import(); err == nil {
				checkImport(t, g, c)
			}
		}
	})
}

func checkImport(t *testing.T, g *Game, c game.Import) {
	t.Helper()
	if _, err := game.Decide(&game.State{}, c, 0); err != nil {
		t.Fatalf("the game does not take it: %v", err)
	}
	if c.Source.Cut != nil {
		return // what was cut off is not written down
	}
	board, err := g.Play(rulesOf(t, game.RecordPreset))
	if err != nil {
		t.Fatal(err)
	}
	text := textOf(t, asRead(g, board, board.Ended(g.Result.End())), JSON)
	for again, err := range readDocs(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		if back, err := again.Import(); err != nil || back.Source.Digest != c.Source.Digest {
			t.Fatalf("%v, or another digest, of\n%s", err, text)
		}
	}
}

package uci

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"
)

// converse gives a session lines and returns what it answered.
func converse(t *testing.T, lines ...string) string {
	t.Helper()
	out := new(bytes.Buffer)
	if err := Run(strings.NewReader(strings.Join(lines, "\n")+"\n"), out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestASessionIntroducesItself(t *testing.T) {
	said := converse(t, "uci", "isready", "quit")
	for _, want := range []string{"id name Janggid", "option name Hash type spin", "option name MultiPV", "option name UCI_Variant type combo",
		"var janggi var janggitraditional", "option name Ruleset type combo default standard", "uciok\nreadyok\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
}

// ended waits for the search that the last line began: the end of the input
// would stop it.
func ended(t *testing.T, lines ...string) string {
	t.Helper()
	in, feed := io.Pipe()
	out, said := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Run(in, said) }()
	go func() { io.WriteString(feed, strings.Join(lines, "\n")+"\n") }()
	text := new(strings.Builder)
	buffer := make([]byte, 4096)
	for !strings.Contains(text.String(), "bestmove") || !strings.HasSuffix(text.String(), "\n") {
		n, err := out.Read(buffer)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(buffer[:n])
	}
	feed.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestASessionSearchesWhatItIsTold(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"depth", []string{"position startpos moves a4b4 e9e9", "go depth 3"}, `info depth 3 .*\nbestmove [a-i]\d+[a-i]\d+\n$`},
		{"nodes", []string{"position startpos", "go nodes 3000"}, `nodes 3000 .*\nbestmove`},
		{"time", []string{"position startpos", "go movetime 30"}, `bestmove [a-i]\d+`},
		{"clock", []string{"position startpos", "go wtime 300 btime 300 winc 10 binc 10"}, `bestmove [a-i]\d+`},
		{"lines", []string{"setoption name MultiPV value 3", "position startpos", "go depth 2"}, `multipv 3 score cp`},
		{"mate", []string{"position fen 3k5/9/9/9/9/9/9/4R4/R8/5K3 w - - 0 1", "go depth 4"}, `score mate 1 .*\nbestmove a2d2\n`},
		{"a pass that wins", []string{"position fen 3k5/9/9/9/9/9/9/R8/9/5K3 b - - 0 1 moves d10d10", "go depth 4"}, `score cp 29999 .* pv f1f1\nbestmove f1f1\n`},
		{"a pass that ends nothing", []string{"setoption name Ruleset value record", "position fen 3k5/9/9/9/9/9/9/R8/9/5K3 b - - 0 1 moves d10d10", "go depth 1"}, `score cp [1-9]\d{1,3} .*\nbestmove`},
		{"checkmated", []string{"position fen R2k5/R8/9/9/9/9/9/9/9/5K3 b - - 0 1", "go depth 4"}, `bestmove \(none\)\n`},
	} {
		said := ended(t, append(test.lines, "")...)
		if !regexp.MustCompile(test.want).MatchString(said) {
			t.Errorf("%s: %q is not in\n%s", test.name, test.want, said)
		}
	}
}

func TestAnInfiniteSearchAnswersWhenStopped(t *testing.T) {
	said := converse(t, "position fen 3k5/9/9/9/9/9/9/4R4/R8/5K3 w - - 0 1", "go infinite", "stop", "quit")
	if strings.Count(said, "bestmove") != 1 {
		t.Errorf("no best move in\n%s", said)
	}
}

func TestASessionTellsWhatIsWrong(t *testing.T) {
	for line, want := range map[string]string{
		"position startpos moves a4a6":             "illegal move",
		"position startpos moves z9":               "not a move",
		"position fen 9/9 w":                       "invalid position",
		"position":                                 "position needs startpos",
		"go depth":                                 "depth needs a number",
		"go nodes many":                            "nodes needs a number",
		"go sideways 3":                            `"sideways" is not known`,
		"setoption name Hash value 0":              "Hash is a number from 1",
		"setoption name Ruleset value chess":       "there is no ruleset",
		"setoption name UCI_Variant value xiangqi": "there is no variant",
		"setoption name Contempt value 3":          "there is no option",
		"setoption Hash":                           "needs name and value",
		"jump":                                     "unknown command",
	} {
		if said := converse(t, line); !strings.Contains(said, "info string ") || !strings.Contains(said, want) {
			t.Errorf("%s: %q is not in %q", line, want, said)
		}
	}
}

func TestAVariantChoosesTheRules(t *testing.T) {
	s := newSession(io.Discard)
	for _, v := range variants {
		s.obey("setoption", strings.Fields("name UCI_Variant value "+v.name))
		if s.options.ruleset != v.preset {
			t.Errorf("%s means %s, not %s", v.name, s.options.ruleset, v.preset)
		}
	}
}

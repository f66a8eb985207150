package record

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// readDialect reads a file of testdata/dialects, in which games stand as real sites write them.
func readDialect(t *testing.T, file string) []*Game {
	t.Helper()
	data, err := os.ReadFile("testdata/dialects/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return readWhole(t, string(data), "")
}

// readWhole reads the games of a text.
func readWhole(t testing.TB, text string, f Format) (games []*Game) {
	t.Helper()
	for g, err := range readAs(strings.NewReader(text), f) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

// imported is an import in a few words: the moves, how it was cut, how it ends.
func importedText(t testing.TB, g *Game) string {
	t.Helper()
	c, err := g.Import()
	if err != nil {
		return "unreadable"
	}
	var text []string
	for _, turn := range c.Turns {
		text = append(text, turn.Move.String())
	}
	if cut := c.Source.Cut; cut != nil {
		text = append(text, "cut at", fmt.Sprint(cut.Ply), cut.Code, cut.Reason)
	}
	return strings.Join(append(text, c.Result.String(), c.End.String()), " ")
}

func TestDialects(t *testing.T) {
	tests := []struct {
		file  string
		games []string
	}{
		{"capture-ta.gib", []string{"a4a5 a7a6 a5a6 a10a6 a1a6 cho resignation"}},
		{"side-marks.gib", []string{"i4h4 h10g8 h1g3 h8e8 cho resignation"}},
		{"old-coordinates.gib", []string{"i4h4 a7b7 a4b4 cut at 4 illegal_move no_piece cho resignation"}},
		{"letter-coordinates.gib", []string{"i4h4 a7b7 b1c3 e9e10 cho resignation"}},
		{"fen-tag.gib", []string{"e2f2 han resignation"}},
		{"zero-pass.pgn", []string{"i4h4 pass a4b4 none abandoned"}},
		{"winboard.pgn", []string{"i4h4 a7b7 b1c3 pass none abandoned"}},
		{"after-two-passes.gib", []string{"i4h4 a7b7 pass pass a4b4 i7h7 cho resignation"}},
		{"nested.pgn", []string{"i4h4 a7b7 none abandoned"}},
		{"latin-names.pgn", []string{"i4h4 a7b7 pass pass draw agreement", "a4b4 none abandoned"}},
		{"comments-around.pgn", []string{"i4h4 a7b7 cho adjudication", "a4b4 none abandoned"}},
	}
	for _, test := range tests {
		var got []string
		for _, g := range readDialect(t, test.file) {
			got = append(got, importedText(t, g))
		}
		if strings.Join(got, "; ") != strings.Join(test.games, "; ") {
			t.Errorf("%s:\n%s\nwant\n%s", test.file, strings.Join(got, "; "), strings.Join(test.games, "; "))
		}
	}
}

func TestSecondsThoughtAreTheTurnsTime(t *testing.T) {
	c, err := readDialect(t, "side-marks.gib")[0].Import()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int64{1000, 3000, 2000, 12000} {
		if c.Turns[i].SpentMS != want {
			t.Errorf("turn %d took %d ms, want %d", i+1, c.Turns[i].SpentMS, want)
		}
	}
}

func TestNamesAndCommentsInLatinAndCyrillic(t *testing.T) {
	games := readDialect(t, "latin-names.pgn")
	for i, want := range []struct{ event, cho, han, comment string }{
		{"Open d'Été", "José Núñez", "Zoë Müller", "un coup très prudent"}, {"Кубок", "Анна", "Пётр", "тихий ход"},
	} {
		g := games[i]
		if a := aboutGame(g.Tags); a.Event != want.event || a.Players != [2]string{want.cho, want.han} || g.Comments[0].Text != want.comment {
			t.Errorf("%+v and %v, want %+v", a, g.Comments, want)
		}
	}
}

func TestCommentsAroundGamesBelongToThem(t *testing.T) {
	games := readDialect(t, "comments-around.pgn")
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	if got := fmt.Sprint(games[0].Comments, games[1].Comments); got !=
		"[{0 games of the club, first half\nkept by hand 1} {2 B left early 9}] [{0 second half 11}]" {
		t.Errorf("comments are %s", got)
	}
	if games[0].Line != 3 || games[1].Line != 12 {
		t.Errorf("the games begin on lines %d and %d", games[0].Line, games[1].Line)
	}
}

func TestAVariationIsLeftOutWithAWarning(t *testing.T) {
	g := readDialect(t, "nested.pgn")[0]
	if got := shown(g); !strings.Contains(got, "{first} 0.a7b7 {second}") && !strings.Contains(got, "{first} 1.a7b7 {second}") || !strings.Contains(got, "a variation was left out") {
		t.Errorf("read %s", got)
	}
}

func TestTwentyTwoWaysToSayAResult(t *testing.T) {
	want := []string{
		"cho resignation 0", "han checkmate 0", "draw agreement 0", "draw bikjang 0", "draw adjudication 0", "cho bikjang 0", "han bikjang 0",
		"cho adjudication 0", "cho resignation 0", "cho checkmate 0", "han resignation 0", "han abandoned 0", "cho abandoned 0", "cho adjudication 0.5",
		"han adjudication 6.5", "han adjudication 8.5", "cho adjudication 3.5", "cho resignation 0", "cho resignation 0", "cho time 0", "none abandoned 0",
		"not told",
	}
	games := readDialect(t, "results.gib")
	if len(games) != len(want) {
		t.Fatalf("%d games, want %d", len(games), len(want))
	}
	for i, g := range games {
		got := "not told"
		if g.Result.Known {
			got = fmt.Sprintf("%v %v %v", g.Result.Result, g.Result.Reason, g.Result.Margin)
		}
		if got != want[i] {
			t.Errorf("%q is %s, want %s", g.Result.Declared, got, want[i])
		}
	}
}

func TestMovesInEveryDialect(t *testing.T) {
	const want = "a4a5 a7a6 a5a6 a10a6"
	for name, moves := range map[string]string{
		"as usual":               "1. 71졸61 2. 41병51 3. 61졸51병 4. 11차51졸",
		"ta":                     "1. 71졸61 2. 41병51 3. 61졸51타병 4. 11차51타졸",
		"ta apart":               "1. 71졸61 2. 41병51 3. 61졸51 타병 4. 11차51 타 졸",
		"no numbers":             "71졸61 41병51 61졸51타병 11차51타졸",
		"numbers without a dot":  "1 71졸61 2 41병51 3 61졸51병 4 11차51졸",
		"numbers in brackets":    "(1) 71졸61 2) 41병51 3)61졸51병 제4수 11차51졸",
		"full width":             "１．　７１졸６１　２．　４１병５１　３．　６１졸５１병　４．　１１차５１졸",
		"spaces within":          "1. 71 졸 61 2. 41 병 51 3. 61 졸 51 병 4. 11 차 51 졸",
		"side marks":             "1. 71초졸61 2. 41한병51 3. 61楚卒51漢兵 4. 11漢車51타초졸",
		"hanja":                  "1. 71卒61 2. 41兵51 3. 61卒51兵 4. 11車51卒",
		"the other 車 of CP949":   "1. 71卒61 2. 41兵51 3. 61卒51兵 4. 11\uF90251卒",
		"Hangul in jamo":         "1. 71졸61 2. 41병51 3. 61졸51병 4. 11차51졸",
		"English":                "1. 71P-61 2. 41P-51 3. 61Px51 4. 11R-51",
		"strokes":                "1. 71졸-61 2. 41병-51 3. 61졸-51병 4. 11차→51",
		"letters from 1":         "1. a4졸a5 2. a7병a6 3. a5졸a6병 4. a10차a6졸",
		"letters from 0":         "1. a3졸a4 2. a6병a5 3. a4졸a5병 4. a9차a5졸",
		"old coordinates":        "1. 4졸5 2. 7병6 3. 5졸6병 4. 10차6졸",
		"UCI":                    "1. a4a5 2. a7a6 3. a5a6 4. a10a6",
		"behind each other":      "1.71졸61 2.41병51 3.61졸51병 4.11차51졸",
		"divided by strokes":     "71졸61/41병51/61졸51병/11차51졸",
		"times":                  "1. 71졸61<3> 2. 41병51 <12> 3. 61졸51병 <0:07> 4. 11차51졸 <1분2초>",
		"said to be a good move": "1. 71졸61! 2. 41병51?! 3. 61졸51병 4. 11차51졸",
	} {
		g := readWhole(t, head+moves, Gib)[0]
		if got := importedText(t, g); got != want+" cho resignation" {
			t.Errorf("%s: %s", name, got)
		}
		for _, w := range g.Warnings {
			if name != "letters from 0" && name != "old coordinates" {
				t.Errorf("%s: warned %v", name, w)
			}
		}
	}
}

func TestPassesInEveryDialect(t *testing.T) {
	for _, pass := range []string{"한수쉼", "한수 쉼", "한 수 쉼", "(pass)", "pass", "PASS", "Pass", "쉼", "패스", "초한수쉼", "한수쉬기", "--", "0000", "@@@@", "95장95", "e2e2"} {
		for _, numbers := range []string{"1. %s 2. 41병42", "%s 41병42"} {
			g := readWhole(t, head+fmt.Sprintf(numbers, pass), Gib)[0]
			if got := importedText(t, g); got != "pass a7b7 cho resignation" {
				t.Errorf("%q: %s", pass, got)
			}
		}
		if strings.Contains(pass, " ") || strings.Contains(pass, "95") {
			continue
		}
		g := readWhole(t, "[Variant \"Janggi\"]\n\n1. "+pass+" a7b7 *", PGN)[0]
		if got := importedText(t, g); got != "pass a7b7 none abandoned" {
			t.Errorf("%q in PGN: %s", pass, got)
		}
	}
}

func TestVariantsThatAreJanggi(t *testing.T) {
	for variant, want := range map[string]bool{
		"Janggi": true, "janggi": true, "장기": true, "Korean Chess": true, "korean-chess": true, "한국장기": true, "JanggiTraditional": true, "Jang-gi": true,
		"Chess": false, "Xiangqi": false, "": false, "Standard": false,
	} {
		g := readWhole(t, fmt.Sprintf("[Variant %q]\n\n1. i4h4 a7b7 *", variant), PGN)[0]
		if _, err := g.Import(); (err == nil) != want {
			t.Errorf("%q: %v", variant, err)
		}
	}
}

func TestStartsInEveryDialect(t *testing.T) {
	want := [2]janggi.Setup{janggi.HEEH, janggi.EHHE}
	for _, tags := range []string{
		"[초차림 \"마상상마\"]\n[한차림 \"상마마상\"]", "[초차림 마상상마]\n[한차림 상마마상]", "[초차림 “마상상마”]\n[한차림:\"상마마상\"]", "【초차림 \"馬象象馬\"】\n［한포진 \"상 마 마 상\"］",
		"초차림: 마상상마\n한차림 : 상마마상", "[초상차림 \"안상\"]\n[한상차림 \"바깥상차림\"]", "[초차림 \"HEEH\"]\n[한차림 \"EHHE\"]",
	} {
		g := readWhole(t, tags+"\n[대국결과 \"초승\"]\n\n1. 79졸78", Gib)[0]
		if g.Setups == nil || *g.Setups != want || len(g.Warnings) > 0 {
			t.Errorf("%s: %v, warned %v", tags, g.Setups, g.Warnings)
		}
	}
	g := readWhole(t, "[Variant \"장기\"]\n[초차림 \"마상상마\"]\n[한차림 \"상마마상\"]\n\n1. 79졸78 *", PGN)[0]
	if g.Setups == nil || *g.Setups != want {
		t.Errorf("in PGN: %v", g.Setups)
	}
}

func TestWhatSaysNothingOfJanggiIsUnreadable(t *testing.T) {
	chess := "[Event \"t\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n"
	for _, text := range []string{
		"[Event \"t\"]", "hello world", "<!DOCTYPE html>\n<html><head><title>장기</title></head>\n<body>1. e4 (x) {a}</body></html>",
		"name,rating\nann,1500\nben,1400\n", chess + "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0", chess + "1. Nc3 d5 2. d4 Nf6 3. Bg5 1-0", chess + "1-0",
		"; a comment\n{ another }\n", "position startpos moves e2e4 e7e5", "1. e4 e5 2. Nf3 *", "{a}", "startpos",
	} {
		for _, f := range []Format{"", PGN, Gib, UCI} {
			for _, g := range readWhole(t, text, f) {
				_, err := g.Import()
				if _, unreadable := errors.AsType[*UnreadableError](err); !unreadable && !errors.Is(err, ErrNoStart) {
					t.Errorf("%q as %q: %v, %d moves", text, f, err, len(g.Moves))
				}
			}
		}
	}
}

func TestWhatAnImportMakesOfResults(t *testing.T) {
	mate := "[Variant \"Janggi\"]\n[FEN \"5k3/5CN2/9/1B7/9/9/1PP6/4C4/5K3/9 w - - 0 1\"]\n\n1. f9f1 "
	for _, test := range []struct {
		text     string
		format   Format
		end      string
		warnings []string
	}{
		{mate + "pass 1/2-1/2", PGN, "f9f1 cut at 2 moves_after_end  draw agreement", []string{"the board ends the game by checkmate after move 1", `the result is "1/2-1/2", but the board ends the game by checkmate: cho`}},
		{mate + "1-0", PGN, "f9f1 cho adjudication", nil},
		{`{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"outcome":{"reason":"aborted","result":"cho"}}`, JSON, "i4h4 none abandoned", []string{"an aborted game has no result"}},
		{`{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"outcome":{"reason":"time","result":"cho","winner":"han"}}`, JSON, "i4h4 cho time", []string{"the outcome's result is cho, but the winner is han"}},
		{`{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"winner":"han","outcome":{"reason":"time","result":"cho"}}`, JSON, "i4h4 cho time", []string{"the outcome's result is cho, but the winner is han"}},
		{`{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"outcome":{"reason":"agreement","result":"cho"}}`, JSON, "i4h4 cho adjudication", []string{"a game does not end as cho by agreement"}},
		{`{"setups":{"cho":"마상상마","han":"HEEH"},"moves":["i4h4"],"comments":[{"ply":-1,"text":"a"},{"ply":99,"text":"b"}],"outcome":{"reason":"time","result":"cho"}}`, JSON, "i4h4 cho time",
			[]string{"there is no ply -1 for the comment", "there is no ply 99 for the comment"}},
		{head + "1. 79졸78 2. 41병42 3. 한 기권", Gib, "i4h4 a7b7 cho resignation", []string{"stands between the moves"}},
		{strings.Replace(head, "[대국결과 \"초 완승\"]\n", "", 1) + "1. 79졸78 2. 41병42 한 시간승", Gib, "i4h4 a7b7 han time", nil},
	} {
		g := readWhole(t, test.text, test.format)[0]
		if got := importedText(t, g); got != test.end {
			t.Errorf("%s: %s, want %s", test.text, got, test.end)
		}
		for _, want := range test.warnings {
			if !strings.Contains(fmt.Sprint(g.Warnings), want) {
				t.Errorf("%s: warned %v, want %s", test.text, g.Warnings, want)
			}
		}
	}
}

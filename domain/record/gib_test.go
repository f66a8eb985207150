package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/korean"

	"github.com/janggid/janggid/domain/janggi"
)

const head = "[대회명 \"기보\"]\n[초차림 \"마상마상\"]\n[한차림 \"상마상마\"]\n[대국결과 \"초 완승\"]\n\n"

// shown is a game in a few words: tags, moves, comments and warnings.
func shown(g *Game) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d tags;", len(g.Tags))
	for i, m := range g.Moves {
		for _, c := range g.Comments {
			if c.Ply == i {
				fmt.Fprintf(&b, " {%s}", strings.ReplaceAll(c.Text, "\n", "|"))
			}
		}
		fmt.Fprintf(&b, " %d.%s", m.Number, m.Text)
	}
	for _, c := range g.Comments {
		if c.Ply == len(g.Moves) {
			fmt.Fprintf(&b, " {%s}", strings.ReplaceAll(c.Text, "\n", "|"))
		}
	}
	for _, w := range g.Warnings {
		fmt.Fprintf(&b, " !%d %s", w.Line, w.Text)
	}
	return b.String()
}

func TestMessyFiles(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []string
	}{
		{"nothing", "", nil},
		{"empty lines", "\n\n \r\n", nil},
		{"nothing but stray bytes", "\xff\n\x1a", nil},
		{"nothing but a number", "1.", []string{"0 tags; !1 number 1 has no move !1 no tag 초차림 tells the setup !1 no tag 한차림 tells the setup " +
			"!1 no tag 대국결과 tells the result"}},
		{"a whole game", head + "1. 79졸78 2. 41병42\n3. 한수쉼", []string{"4 tags; 1.79졸78 2.41병42 3.한수쉼"}},
		{"two games", head + "1. 79졸78\n\n" + head + "1. 71졸72\n", []string{"4 tags; 1.79졸78", "4 tags; 1.71졸72"}},
		{"no empty line between them", head + "1. 79졸78\n" + head + "1. 71졸72", []string{"4 tags; 1.79졸78", "4 tags; 1.71졸72"}},
		{"a game cut short before its first move", head + "\n" + head + "1. 71졸72", []string{"4 tags;", "4 tags; 1.71졸72"}},
		{"tags in two blocks", "[대회명 \"기보\"]\n\n[초차림 \"마상마상\"]\n[한차림 \"상마상마\"]\n[대국결과 \"초 완승\"]\n1. 79졸78", []string{"4 tags; 1.79졸78"}},
		{"a tag twice", head[:len(head)-1] + "[대회명 \"둘\"]\n1. 79졸78", []string{"5 tags; 1.79졸78 !5 the tag 대회명 is there again; the first counts"}},
		{"a second game without tags", head + "1. 79졸78 2. 41병42\n\n1. 71졸72", []string{"4 tags; 1.79졸78 2.41병42",
			"0 tags; 1.71졸72 !8 no tag 초차림 tells the setup !8 no tag 한차림 tells the setup !8 no tag 대국결과 tells the result"}},
		{"Windows and old Mac line ends", strings.ReplaceAll(head, "\n", "\r\n") + "1. 79졸78\r2. 41병42\r\n", []string{"4 tags; 1.79졸78 2.41병42"}},
		{"a byte order mark", "\uFEFF" + head + "1. 79졸78", []string{"4 tags; 1.79졸78"}},
		{"stray bytes", head + "1. 79\xff졸78 \xff2. 41병42\x1a\n\x1a", []string{
			"4 tags; 1.79졸78 2.41병42 !6 stray bytes 0xFF or 0x1A were left out !7 stray bytes 0xFF or 0x1A were left out"}},
		{"bytes that are no text", head + "1. 79졸78 2. 41\x80병42", []string{
			"4 tags; 1.79졸78 2.41\uFFFD병42 !6 some bytes are neither CP949 nor UTF-8"}},
		{"markers", head + "1. 79졸78 <0> 2. 41병42", []string{"4 tags; 1.79졸78 2.41병42 !6 the marker <0> was left out"}},
		{"numbers without a space", head + "1.79졸78 2.41병42", []string{"4 tags; 1.79졸78 2.41병42"}},
		{"no numbers", head + "79졸78 41병42", []string{"4 tags; 0.79졸78 0.41병42"}},
		{"pairs numbered", head + "1. 79졸78 41병42 2. 71졸72 49병48", []string{"4 tags; 1.79졸78 0.41병42 2.71졸72 0.49병48"}},
		{"a number on one line, its move on the next", head + "1. 79졸78 2.\n41병42", []string{"4 tags; 1.79졸78 2.41병42"}},
		{"a wrong number", head + "1. 79졸78 3. 41병42", []string{"4 tags; 1.79졸78 3.41병42 !6 move 2 is numbered 3"}},
		{"a number without a move", head + "1. 79졸78 2. 3. 71졸72", []string{
			"4 tags; 1.79졸78 3.71졸72 !6 number 2 has no move !6 move 2 is numbered 3"}},
		{"a number at the end", head + "1. 79졸78 2.", []string{"4 tags; 1.79졸78 !6 number 2 has no move"}},
		{"an unreadable move keeps its place", head + "1. 79졸78 2. ??? 3. 71졸72", []string{"4 tags; 1.79졸78 2.??? 3.71졸72"}},
		{"a pass in two words", head + "1. 한수 쉼 2. 41병42", []string{"4 tags; 1.한수쉼 2.41병42"}},
		{"words between the moves", head + "1. 79졸78 좋은 수 2. 41병42", []string{
			`4 tags; 1.79졸78 {좋은|수} 2.41병42 !6 "좋은" stands between the moves !6 "수" stands between the moves`}},
		{"comments", head + "{ 시작 }\n1. 79졸78 {하나} 2. 41병42\n{ 둘\n\n셋 } 3. 71졸72{끝}", []string{
			"4 tags; {시작} 1.79졸78 {하나} 2.41병42 {둘|셋} 3.71졸72 {끝}"}},
		{"a comment with brackets and numbers", head + "1. 79졸78 {\n[a] 1. b\n}", []string{"4 tags; 1.79졸78 {[a] 1. b}"}},
		{"a comment that does not end", head + "1. 79졸78 { 하나\n" + head + "1. 71졸72", []string{
			"4 tags; 1.79졸78 {하나} !6 a comment begins here and does not end", "4 tags; 1.71졸72"}},
		{"a comment that does not end the file", head + "1. 79졸78 { 하나", []string{"4 tags; 1.79졸78 {하나} !6 a comment begins here and does not end"}},
		{"a wrong count", "[총수 \"7\"]\n" + head + "1. 79졸78", []string{`5 tags; 1.79졸78 !1 총수 is "7", but there are 1 moves`}},
		{"a right count", "[총수 \"1\"]\n" + head + "1. 79졸78", []string{"5 tags; 1.79졸78"}},
		{"an unknown count", "[총수 \"미상\"]\n" + head + "1. 79졸78", []string{"5 tags; 1.79졸78"}},
		{"a broken tag", "[대국장소 \"서울\n" + head + "1. 79졸78", []string{"5 tags; 1.79졸78 !1 \"[대국장소 \\\"서울\" is not a whole tag"}},
		{"a tag without a value", "[대국장소]\n" + head + "1. 79졸78", []string{`5 tags; 1.79졸78 !1 "[대국장소]" is not a whole tag`}},
		{"two tags on a line", `[회전 "1"] [대국장소 "서울"]` + "\n" + head + "1. 79졸78", []string{"6 tags; 1.79졸78"}},
		{"text after a tag", `[회전 "1"] 서울` + "\n" + head + "1. 79졸78", []string{`5 tags; 1.79졸78 !1 "서울" stands after a tag`}},
		{"setups that are none", strings.NewReplacer("마상마상", "미상", "상마상마", "").Replace(head) + "1. 79졸78", []string{
			`4 tags; 1.79졸78 !2 초차림 "미상" is no setup !3 한차림 "" is no setup`}},
		{"no result", strings.Replace(head, "초 완승", "", 1) + "1. 79졸78", []string{`4 tags; 1.79졸78 !4 the result "" was not understood`}},
	}
	for _, test := range tests {
		t.Run(strings.ReplaceAll(test.name, " ", "_"), func(t *testing.T) {
			var got []string
			for _, g := range readAll(t, test.text) {
				got = append(got, shown(g))
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

func TestTagValues(t *testing.T) {
	g := readAll(t, "[대회명 \"제1회 \"큰\" 대회 [서울]\"]\n[ 회전 \" 결승 \" ]\n[판\"\"]\n[초포진 \"마상상마\"]\n[한포진 \"馬象馬象\"]")[0]
	want := []Tag{{"대회명", `제1회 "큰" 대회 [서울]`, 1}, {"회전", " 결승 ", 2}, {"판", "", 3}, {"초포진", "마상상마", 4}, {"한포진", "馬象馬象", 5}}
	if !reflect.DeepEqual(g.Tags, want) {
		t.Errorf("tags are %+v, want %+v", g.Tags, want)
	}
}

func TestSetups(t *testing.T) {
	names := map[string][2]janggi.Setup{ // as the table in section 1 of the rules has them: the same four pieces, by side
		"마상마상": {janggi.HEHE, janggi.EHEH},
		"상마상마": {janggi.EHEH, janggi.HEHE},
		"마상상마": {janggi.HEEH, janggi.HEEH},
		"상마마상": {janggi.EHHE, janggi.EHHE},
		"馬象馬象": {janggi.HEHE, janggi.EHEH},
	}
	for cho, choSetups := range names {
		for han, hanSetups := range names {
			for _, tags := range []string{"[초차림 %q]\n[한차림 %q]\n", "[초포진 %q]\n[한포진 %q]\n"} {
				g := readAll(t, fmt.Sprintf(tags, cho, han))[0]
				want := [2]janggi.Setup{choSetups[janggi.Cho], hanSetups[janggi.Han]}
				if g.Setups == nil || *g.Setups != want || *g.Start != janggi.StartPosition(want[0], want[1]) {
					t.Errorf("%s, %s is %v, want %v", cho, han, g.Setups, want)
				}
			}
		}
	}
}

func TestBoards(t *testing.T) {
	const rows = "차상마사1사상마차/4장/1포5포/졸1졸1졸1졸1졸///兵1兵1兵1兵/1包5包/4將/車象馬士1士象馬車"
	const fen = "rbna1abnr/4k4/1c5c1/p1p1p1p2/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ABNR"
	tests := []struct{ name, value, first, want string }{
		{"Han begins", rows + " 한 접장기", "", fen + " b - - 0 1"},
		{"Cho begins", rows + " 초 접장기", "", fen + " w - - 0 1"},
		{"the first move is Han's", rows, "1. 41兵42", fen + " b - - 0 1"},
		{"the first move is Cho's", rows, "1. 79졸78", fen + " w - - 0 1"},
		{"no move tells", rows, "", fen + " w - - 0 1"},
		{"empty points written out", strings.ReplaceAll(rows, "///", "/9/9/") + " 한", "", fen + " b - - 0 1"},
		{"rows left out at the end", "4왕//////////", "", ""},
		{"a position that cannot be", "4장/////////", "", ""},
		{"an unknown piece", strings.Replace(rows, "차", "룩", 1), "", ""},
		{"a row too long", strings.Replace(rows, "4장", "4장5졸", 1), "", ""},
		{"a row too many", rows + "/9", "", fen + " w - - 0 1"},
		{"a piece in a row too many", rows + "/차", "", ""},
	}
	for _, test := range tests {
		g := readAll(t, fmt.Sprintf("[판 %q]\n[대국결과 \"초 완승\"]\n\n%s", test.value, test.first))[0]
		if test.want == "" {
			if g.Start != nil || len(g.Warnings) != 1 || g.Warnings[0].Line != 1 {
				t.Errorf("%s: %v, warned %v", test.name, g.Start, g.Warnings)
			}
			continue
		}
		if g.Start == nil || g.Start.FEN() != test.want || len(g.Warnings) > 0 {
			t.Errorf("%s: %v, warned %v, want %s", test.name, g.Start, g.Warnings, test.want)
		}
	}
}

func TestBothEncodingsAreTheSame(t *testing.T) {
	cp949, err := os.ReadFile("testdata/sample.gib")
	if err != nil {
		t.Fatal(err)
	}
	utf8, err := korean.EUCKR.NewDecoder().Bytes(cp949)
	if err != nil {
		t.Fatal(err)
	}
	want := readSample(t)
	if got := readAll(t, string(utf8)); !reflect.DeepEqual(got, want) {
		t.Error("the games of the UTF-8 text are others")
	}
	both := readAll(t, string(cp949)+"\n"+string(utf8)+"\n"+string(cp949))
	if len(both) != 3*len(want) {
		t.Fatalf("%d games of three texts one after the other, want %d", len(both), 3*len(want))
	}
	for i, g := range both {
		if !reflect.DeepEqual(g.Moves[0].Text, want[i%len(want)].Moves[0].Text) || g.Result != want[i%len(want)].Result {
			t.Errorf("game %d is another", i)
		}
	}
}

// 트 is C6 AE in CP949, which is also a letter in UTF-8.
func TestALineThatCouldBeEitherIsLikeTheLinesBefore(t *testing.T) {
	const ambiguous = "{\xc6\xae}\n"
	encode := func(text string) string {
		raw, err := korean.EUCKR.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	for name, test := range map[string]struct{ text, want string }{
		"CP949":           {encode(head) + ambiguous, "트"},
		"UTF-8":           {head + ambiguous, "Ʈ"},
		"nothing before":  {ambiguous, "Ʈ"},
		"UTF-8 and CP949": {head + encode("1. 79졸78\n") + ambiguous, "트"},
	} {
		g := readAll(t, test.text)[0]
		if len(g.Comments) != 1 || g.Comments[0].Text != test.want {
			t.Errorf("%s: %v, want %s", name, g.Comments, test.want)
		}
	}
}

func TestReadingStopsWithItsError(t *testing.T) {
	broken := errors.New("the disk is gone")
	games, failures := 0, 0
	for _, err := range readGib(io.MultiReader(strings.NewReader(head+"1. 79졸78\n"), iotest.ErrReader(broken))) {
		switch {
		case err != nil && errors.Is(err, broken) && strings.Contains(err.Error(), "line 7"):
			failures++
		case err != nil:
			t.Error(err)
		default:
			games++
		}
	}
	if games != 0 || failures != 1 {
		t.Errorf("%d games and %d errors, want the error alone: nobody knows how the game goes on", games, failures)
	}
}

func TestReadingMayStopEarly(t *testing.T) {
	data, err := os.ReadFile("testdata/sample.gib")
	if err != nil {
		t.Fatal(err)
	}
	file := bytes.NewReader(data)
	for range readGib(file) {
		break
	}
	if file.Len() == 0 {
		t.Error("the whole file was read for its first game")
	}
}

func TestBytesMayComeOneByOne(t *testing.T) {
	data, err := os.ReadFile("testdata/sample.gib")
	if err != nil {
		t.Fatal(err)
	}
	var games []*Game
	for g, err := range readGib(iotest.OneByteReader(bytes.NewReader(data))) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	if !reflect.DeepEqual(games, readSample(t)) {
		t.Error("the games are others")
	}
}

func TestRubbishIsBounded(t *testing.T) {
	g := readAll(t, head+strings.Repeat("79졸78 ", maxMoves+10)+"\n"+strings.Repeat("<0>\n", maxWarnings+10))[0]
	if len(g.Moves) != maxMoves || len(g.Warnings) > maxWarnings+1 {
		t.Errorf("%d moves and %d warnings kept", len(g.Moves), len(g.Warnings))
	}
}

func BenchmarkReadAndReplaySample(b *testing.B) {
	data, err := os.ReadFile("testdata/sample.gib")
	if err != nil {
		b.Fatal(err)
	}
	rules, games := rulesOf(b, "record"), 0
	for b.Loop() {
		for g, err := range readGib(bytes.NewReader(data)) {
			if err != nil {
				b.Fatal(err)
			}
			if _, err := g.Replay(rules); err != nil {
				b.Fatal(err)
			}
			games++
		}
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}

func TestAResultAfterTheMovesIsThatGames(t *testing.T) {
	game := strings.Join(slices.DeleteFunc(strings.Split(head, "\n"), func(l string) bool { return strings.HasPrefix(l, "[대국결과") }), "\n") +
		"1. 79졸78\n\n[대국결과 \"초 시간승\"]\n\n"
	games := readAll(t, game+game)
	if len(games) != 2 {
		t.Fatalf("%d games, want 2", len(games))
	}
	for _, g := range games {
		if g.Result.Declared != "초 시간승" || len(g.Moves) != 1 {
			t.Errorf("line %d: result %q, %d moves", g.Line, g.Result.Declared, len(g.Moves))
		}
	}
}

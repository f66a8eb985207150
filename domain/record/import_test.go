package record

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// importOf is the import of the only game of a text.
func importOf(t *testing.T, text string, f Format) (game.Import, *Game) {
	t.Helper()
	var only *Game
	for g, err := range readAs(strings.NewReader(text), f) {
		if err != nil || only != nil {
			t.Fatalf("%v, or two games", err)
		}
		only = g
	}
	c, err := only.Import()
	if err != nil {
		t.Fatal(err)
	}
	return c, only
}

func TestARecordIsCutWhereItLeavesTheRules(t *testing.T) {
	tests := []struct {
		moves string
		turns int
		want  game.Cut
	}{
		{"1. 79졸78 2. 41병42 3. 71졸81", 2, game.Cut{Code: "illegal_move", Reason: "not_a_move", At: "a3", Move: "71졸81", Ply: 3}},
		{"1. ??", 0, game.Cut{Code: "illegal_move", Reason: "unreadable", Move: "??", Ply: 1}},
	}
	for _, test := range tests {
		c, _ := importOf(t, head+test.moves, Gib)
		if len(c.Turns) != test.turns || c.Source.Cut == nil || *c.Source.Cut != test.want {
			t.Errorf("%s: %d turns, cut %+v; want %d, %+v", test.moves, len(c.Turns), c.Source.Cut, test.turns, test.want)
		}
	}
}

func TestWhatNoGameCanBeMadeOf(t *testing.T) {
	tests := []struct {
		text   string
		format Format
	}{
		{"1. 79졸78", Gib}, // no start
		{`[Variant "Chess"]` + "\n\n1. e4 e5 *", PGN},
		{"isready", UCI},
		{`{"moves":7}`, JSON},
		{"position fen 1R2k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1", UCI}, // mated
	}
	for _, test := range tests {
		for g, err := range readAs(strings.NewReader(test.text), test.format) {
			if err != nil {
				t.Fatal(err)
			}
			_, err = g.Import()
			if _, unreadable := errors.AsType[*UnreadableError](err); !unreadable && !errors.Is(err, ErrNoStart) {
				t.Errorf("%s: %v", test.text, err)
			}
		}
	}
}

func TestTheSameGameHasTheSameDigestInEveryFormat(t *testing.T) {
	text := "[대회명 \"기왕전\"]\n[회전 \"미상\"]\n[초대국자 \"김초\"]\n[한대국자 \"한한\"]\n[초차림 \"마상상마\"]\n[한차림 \"마상상마\"]\n[대국결과 \"초 시간승\"]\n\n1. 79졸78 2. 41병42 {좋다}"
	first, g := importOf(t, text, Gib)
	board, err := g.Play(rulesOf(t, "record"))
	if err != nil {
		t.Fatal(err)
	}
	o, _ := g.Result.Outcome(&board)
	sameDigestInEveryFormat(t, asRead(g, board, o), first.Source.Digest)
	for _, other := range []string{
		strings.Replace(text, "김초", "박초", 1), strings.Replace(text, "41병42", "49병48", 1), strings.Replace(text, "시간승", "기권승", 1), strings.Replace(text, "좋다", "나쁘다", 1),
	} {
		if c, _ := importOf(t, other, Gib); c.Source.Digest == first.Source.Digest {
			t.Errorf("the same digest for\n%s", other)
		}
	}
}

// sameDigestInEveryFormat writes a game in the formats that carry all of it and imports it from there.
func sameDigestInEveryFormat(t *testing.T, w *Written, digest string) {
	t.Helper()
	for _, f := range []Format{Gib, PGN, JSON} {
		text := textOf(t, w, f)
		if again, _ := importOf(t, text, f); again.Source.Digest != digest {
			t.Errorf("%s: another digest in\n%s", f, text)
		}
	}
}

func TestClocksCountOnlyWhereTheyAreWhole(t *testing.T) {
	head := `[Variant "Janggi"]` + "\n" + `[TimeControl "600+5"]` + "\n" + `[FEN "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"]` + "\n\n"
	whole, _ := importOf(t, head+"1. Pab4 {[%clk 0:10:01.5]} Pab7 {[%clk 0:09:00]} 2. Pb5 {[%clk 0:10:00]} 1-0", PGN)
	if whole.TimeControl.Type != game.Fischer || whole.Turns[0].SpentMS != 3500 || whole.Turns[1].SpentMS != 65_000 || whole.Turns[2].Clocks[janggi.Cho].RemainingMS != 600_000 ||
		whole.Turns[2].Clocks[janggi.Han].RemainingMS != 540_000 {
		t.Errorf("clocks of %+v", whole.Turns)
	}
	gap, _ := importOf(t, head+"1. Pab4 {[%clk 0:10:01.5]} Pab7 2. Pb5 {[%clk 0:10:00][%emt 0:00:07]} 1-0", PGN)
	if gap.TimeControl.Type != game.Unlimited || gap.Turns[0].Clocks != nil || gap.Turns[2].SpentMS != 7000 {
		t.Errorf("with a gap: %+v, %+v", gap.TimeControl, gap.Turns)
	}
}

func TestOddCommentsAndTagsAreTheSameGameInEveryFormat(t *testing.T) {
	odd := []string{"a\n\nb", "} {", `"`, `"]`, `\`, `\\"`, "x \t y", `" ] z`, "가\u00a0나", "[이름 \"값\"]"}
	r := rand.New(rand.NewPCG(20261130, 6))
	for n := range 60 {
		var d document
		d.Setups = &game.BySide[*janggi.Setup]{Cho: new(janggi.HEEH), Han: new(janggi.EHHE)}
		d.Moves = []string{"i4h4", "a7b7", "pass"}
		some := func() string { return odd[r.IntN(len(odd))] + odd[r.IntN(len(odd))] + "끝" + odd[r.IntN(len(odd))] }
		d.Tags = []game.SourceTag{{Name: "Event", Value: some()}, {Name: "해설", Value: some()}}
		for range r.IntN(4) {
			d.Comments = append(d.Comments, game.SourceComment{Ply: r.IntN(4), Text: some()})
		}
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		first, g := importOf(t, string(text), JSON)
		board, err := g.Play(rulesOf(t, "record"))
		if err != nil {
			t.Fatal(err)
		}
		o := board.Ended(g.Result.End())
		if sameDigestInEveryFormat(t, asRead(g, board, o), first.Source.Digest); t.Failed() {
			t.Fatalf("game %d:\n%s", n, text)
		}
	}
}

func TestMovesAfterMateAreCut(t *testing.T) {
	text := "[Variant \"Janggi\"]\n[FEN \"5k3/5CN2/9/1B7/9/9/1PP6/4C4/5K3/9 w - - 0 1\"]\n\n1. f9f1 pass 1/2-1/2"
	c, _ := importOf(t, text, PGN)
	if want := (game.Cut{Code: "moves_after_end", Move: "pass", Ply: 2}); len(c.Turns) != 1 || c.Source.Cut == nil || *c.Source.Cut != want {
		t.Errorf("%d turns, cut %+v; want 1, %+v", len(c.Turns), c.Source.Cut, want)
	}
}

func TestTwoPassesEndNoRecord(t *testing.T) {
	c, _ := importOf(t, head+"1. 79졸78 2. 41병42 3. 한수쉼 4. 한수쉼 5. 71졸72 6. 49병48", Gib)
	if len(c.Turns) != 6 || c.Source.Cut != nil || c.End != janggi.EndResignation || c.Result != janggi.ChoWins {
		t.Errorf("%d turns, cut %+v, %v for %v; want 6 whole turns and Cho's win by resignation", len(c.Turns), c.Source.Cut, c.End, c.Result)
	}
}

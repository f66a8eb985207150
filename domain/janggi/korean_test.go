package janggi

import (
	"math/rand/v2"
	"testing"
)

func TestKoreanText(t *testing.T) {
	const start = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"
	const hanToMove = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR b - - 0 1"
	tests := []struct{ fen, move, want string }{
		{start, "i4h4", "79졸78"},
		{start, "h1g3", "08마87"},
		{"rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P2/1C5C1/4K4/RNBA1ABNR w - - 0 1", "h1i3", "08마89"},
		{hanToMove, "a7b7", "41병42"},
		{hanToMove, "e9d9", "25장24"},
		{start, "pass", "한수쉼"},
		{"r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "a1a10", "01차11차장군"},
		{"4k4/7R1/9/9/9/9/9/9/9/3K5 w - - 0 1", "h9h10", "28차18장군"},
		{"3k5/9/9/1p7/1P7/9/9/9/9/5K3 w - - 0 1", "b6b7", "52졸42병"},
		{"3k5/9/9/1p7/1P7/9/9/9/9/5K3 b - - 0 1", "b7b6", "42병52졸"},
		{"3k5/9/5c3/9/5p3/9/9/9/9/3NK4 b - - 0 1", "f8f5", "36포66"},
		{"3k5/9/9/9/9/9/9/9/5B3/4K4 w - - 0 1", "f2d5", "96상64"},
		{"3k5/9/9/9/9/9/9/9/9/3AK4 w - - 0 1", "d1e2", "04사95"},
	}
	for _, test := range tests {
		g := NewGame(rulesWith(t, `{}`), mustParse(t, test.fen))
		m := mustMove(t, test.move)
		if err := g.Validate(m); err != nil {
			t.Errorf("%s: %v", test.move, err)
		}
		if got := g.Format(m); got != test.want {
			t.Errorf("%s is written %s, want %s", test.move, got, test.want)
		}
	}
}

func TestTurnsAreReadInEveryForm(t *testing.T) {
	const start = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"
	const chariots = "r2k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
	const hanHorse = "1n1k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1"
	tests := []struct{ name, fen, text, want string }{
		{"UCI", start, "i4h4", "i4h4"},
		{"Hangul", start, "79졸78", "i4h4"},
		{"hanja", start, "79卒78", "i4h4"},
		{"side mark and hanja", start, "79楚卒78", "i4h4"},
		{"the other name of a soldier", start, "79병78", "i4h4"},
		{"Han's side mark", hanHorse, "12漢馬33", "b10c8"},
		{"spaces around", start, " 79졸78 \n", "i4h4"},
		{"captured piece", chariots, "01차11차", "a1a10"},
		{"captured piece in hanja", chariots, "01楚車11車", "a1a10"},
		{"captured piece with a side mark", chariots, "01楚車11漢車", "a1a10"},
		{"captured piece and check", chariots, "01차11차장군", "a1a10"},
		{"check alone", chariots, "01차11장군", "a1a10"},
		{"check said where there is none", start, "79졸78장군", "i4h4"},
		{"check not said", checkBoard, "28차18", "h9h10"},
		{"the general as 장", start, "95장94", "e2d2"},
		{"the general as 궁", start, "95궁94", "e2d2"},
		{"the general as 왕", start, "95왕94", "e2d2"},
		{"the general as 將", start, "95將94", "e2d2"},
		{"guard as 士", start, "04士94", "d1d2"},
		{"cannon as 包", "3k5/9/9/9/9/1P7/9/1C7/9/5K3 w - - 0 1", "82包52", "b3b6"},
		{"pass", start, "pass", "pass"},
		{"pass in Korean", start, "한수쉼", "pass"},
		{"the general's point twice", start, "e2e2", "pass"},
		{"the general's point twice in Korean", start, "95장95", "pass"},
		{"a move of UCI to rank 10", chariots, "a1a10", "a1a10"},
	}
	for _, test := range tests {
		g := NewGame(rulesWith(t, `{}`), mustParse(t, test.fen))
		m, err := g.Parse(test.text)
		if err != nil || m.String() != test.want {
			t.Errorf("%s: %q is read %v (%v), want %s", test.name, test.text, m, err, test.want)
		}
	}
}

func TestMalformedTurnsAreUnreadable(t *testing.T) {
	g := NewGame(rulesWith(t, `{}`), StartPosition(HEHE, HEHE))
	for _, text := range []string{"", " ", "x", "a4", "a4b", "a4b4c4", "A4B4", "a0a1", "j4h4", "79", "79졸", "79졸7", "7978", "70졸78",
		"79졸70", "79퀸78", "79졸78퀸", "79졸78장군장군", "79졸78졸졸", "79楚78", "79楚漢卒78", "장군", "Pass", "한수", "\xff\xfe", "79\xff78", "79졸78\xff"} {
		if m, err := g.Parse(text); refusal(err) != "unreadable" {
			t.Errorf("%q is read %v (%v)", text, m, err)
		}
	}
}

func TestWrittenTurnsAreReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for _, cho := range Setups() {
		g := NewGame(rulesWith(t, `{"repetition": "off"}`), StartPosition(cho, HEEH))
		playOn(&g, random, 150, func(g *Game) {
			for _, m := range g.LegalMoves() {
				for _, text := range []string{g.Format(m), m.String()} {
					if back, err := g.Parse(text); err != nil || back != m {
						t.Fatalf("%s: %v is written %s and read %v (%v)", g.position.FEN(), m, text, back, err)
					}
				}
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"a4b4", "79졸78", "01楚車11漢車장군", "한수쉼", "pass", "e2e2", "95장95", "79졸78장군", "\xff", "08마89"} {
		f.Add(text)
	}
	g := NewGame(Presets()[0].Rules, StartPosition(HEHE, EHHE))
	f.Fuzz(func(t *testing.T, text string) {
		m, err := g.Parse(text)
		if err != nil {
			if refusal(err) == "none" {
				t.Fatalf("%q is refused without a reason: %v", text, err)
			}
			return
		}
		if g.Validate(m) != nil {
			return
		}
		if back, err := g.Parse(g.Format(m)); err != nil || back != m {
			t.Fatalf("%q is read %v, which is written %s and read %v (%v)", text, m, g.Format(m), back, err)
		}
	})
}

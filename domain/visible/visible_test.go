package visible

import (
	"testing"
	"unicode"
)

func TestLine(t *testing.T) {
	for _, text := range []string{
		"Ann", "이창호", "Ann Lee", "초나라 🐉", "❤\uFE0F", "José", "Jose\u0301", "葛\U000E0100城",
		"می\u200Cخواهم", "ක්\u200Dෂ", "क्\u200Dष", "Привет", "1", "-",
	} {
		if !Line(text) {
			t.Errorf("%+q is refused", text)
		}
	}
	for _, text := range []string{
		"", " ", "\u3164", "\u2800", "\u115F\u1160", "\uFFA0", "\u034F", "\u17B4", "\u2065", "\U0001D159", "\U000E0100",
		"\uFE0F", "\u0301", "\u00A0", "\u3000", "\u00AD", "\u061C", "\u180E", "\uFEFF", "\U000E0020",
		"Ann\u3164", "Ann\u2800Lee", "Ann\u034F", "Ann\uFE0F", "A\u200Dn", "A\u200Cn", "م\u200C", "\u200Cم", "م\u200C\u200Cم",
		"Ann\u202E", "An\u200Bn", "Ann\nLee", "Ann\x00", "Ann\xff", "Ann\u00A0Lee",
	} {
		if Line(text) {
			t.Errorf("%+q is accepted", text)
		}
	}
}

// No single character that Unicode has programs ignore, or that prints nothing,
// makes a line or hides in one.
func TestNoIgnorableCharacterStandsInALine(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		ignorable := unicode.In(r, unicode.Cf, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
		if !ignorable {
			continue
		}
		if Line(string(r)) || Line("A"+string(r)+"n") || Shows(string(r)) {
			t.Errorf("%U is accepted", r)
		}
	}
}

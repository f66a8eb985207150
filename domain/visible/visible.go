// Package visible decides which characters of a text are visible: some letters,
// symbols and marks show nothing.
package visible

import (
	"unicode"
	"unicode/utf8"
)

// blank are printable characters without ink that Unicode does not call
// ignorable: the empty pattern of Braille, and the empty note.
var blank = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x2800, Hi: 0x2800, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x1D159, Hi: 0x1D159, Stride: 1}},
}

// Blank reports whether a character shows nothing on its own: spaces, formats,
// controls, and everything that Unicode tells programs to ignore by default,
// such as Hangul fillers and variation selectors (Default_Ignorable_Code_Point,
// plus blank).
func Blank(r rune) bool {
	return !unicode.IsGraphic(r) || unicode.In(r, unicode.Zs, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, blank)
}

// Shows reports whether a text has a character that is visible on its own.
func Shows(text string) bool {
	for _, r := range text {
		if !Blank(r) && !unicode.In(r, unicode.M) {
			return true
		}
	}
	return false
}

// Line reports whether a text is suitable for one line, such as a name: it is
// visible, and its only blank characters are spaces (U+0020), joiners between
// letters of scripts that use them, and variation selectors after the
// characters that they vary.
func Line(text string) bool {
	if !utf8.ValidString(text) || !Shows(text) {
		return false
	}
	runes := []rune(text)
	for i, r := range runes {
		var before, after rune
		if i > 0 {
			before = runes[i-1]
		}
		if i+1 < len(runes) {
			after = runes[i+1]
		}
		switch {
		case r == ' ', !Blank(r):
		case r == zeroWidthJoiner, r == zeroWidthNonJoiner:
			if !unicode.In(before, joined...) || !unicode.In(after, joined...) {
				return false
			}
		case unicode.Is(unicode.Variation_Selector, r):
			if !unicode.In(before, varied...) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

// joined are the scripts in which a joiner changes how a letter is written.
var joined = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Phags_Pa, unicode.Adlam,
	unicode.Hanifi_Rohingya, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
	unicode.Tibetan, unicode.Balinese, unicode.Javanese, unicode.Grantha, unicode.Newa, unicode.Tirhuta,
}

// varied are the characters with forms to choose from: ideographs in names,
// letters of Mongolian, and emoji.
var varied = []*unicode.RangeTable{unicode.Han, unicode.Mongolian, unicode.So}

// Package visible tells what a reader sees of a text: some characters count as
// letters, symbols or marks and show nothing.
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

// Blank tells whether a character shows nothing by itself: spaces, formats and
// controls, and all that Unicode has programs ignore by default, such as the
// fillers of Hangul and variation selectors (property
// Default_Ignorable_Code_Point, and blank).
func Blank(r rune) bool {
	return !unicode.IsGraphic(r) || unicode.In(r, unicode.Zs, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, blank)
}

// Shows tells whether a text has a character that is seen without another one
// to stand on.
func Shows(text string) bool {
	for _, r := range text {
		if !Blank(r) && !unicode.In(r, unicode.M) {
			return true
		}
	}
	return false
}

// Line tells whether a text can stand in a line, such as a name: it shows
// something, and has no character that shows nothing but spaces (U+0020), joiners
// between letters of scripts that are written with them, and variation
// selectors behind what they vary.
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

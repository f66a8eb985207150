package picture

import (
	"fmt"
	"image/color"
	"math"

	"github.com/janggid/janggid/domain/janggi"
)

// radius is a piece's size, to the octagon's corners, in units: generals are
// largest, guards and soldiers smallest.
func radius(kind janggi.Kind) float64 {
	switch kind {
	case janggi.General:
		return 54
	case janggi.Guard, janggi.Soldier:
		return 38
	}
	return 47
}

// inscriptions are the characters by lettering and side, in the order of kinds:
// general, guard, chariot, cannon, horse, elephant, soldier.
var inscriptions = [...][2][]rune{
	Hanja:   {[]rune("楚士車包馬象卒"), []rune("漢士車包馬象兵")},
	Hangul:  {[]rune("초사차포마상졸"), []rune("한사차포마상병")},
	Letters: {[]rune("KARCHEP"), []rune("KARCHEP")},
}

// octagon has its flat sides above, below, left and right.
func octagon(radius float64) outline { return regular(8, radius, math.Pi/8) }

// glyphSize is the em of a character on a piece of radius 1.
const glyphSize = 1.16

// piece draws a piece around the origin.
func (s Style) piece(p janggi.Piece) *sprite {
	hue := sideColors[p.Side()]
	return &sprite{
		name:    fmt.Sprintf("%s-%s", p.Side(), p.Kind()),
		figures: append(s.body(p.Kind(), hue), s.character(p.Side(), p.Kind())),
	}
}

// body is a piece without its character: its edge, its face and the rim in the
// side's color.
func (s Style) body(kind janggi.Kind, hue color.NRGBA) []figure {
	r := radius(kind)
	return []figure{
		{octagon(r), edge},
		{octagon(r - 3), ivory},
		{octagon(r - 6).without(octagon(r - 8.5)), hue},
	}
}

// character is what stands on a piece.
func (s Style) character(side janggi.Side, kind janggi.Kind) figure {
	text := inscriptions[s.Lettering][side][kind-janggi.General]
	return figure{glyph(text, glyphSize*radius(kind)), sideColors[side]}
}

// outlines are the glyphs, read once.
var outlines = func() map[rune]outline {
	all := map[rune]outline{}
	for r, text := range glyphs {
		o, err := parseOutline(text)
		if err != nil {
			panic(err) // glyphs.go is not what outline wrote
		}
		all[r] = o
	}
	return all
}()

// glyph is a character around the origin; size is its em in units.
func glyph(r rune, size float64) outline { return outlines[r].scaled(size/1000, point{}) }

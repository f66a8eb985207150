package picture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// Style says how a board is drawn. The zero value has Cho below, hanja, no
// marks and DefaultWidth.
type Style struct {
	Flip      bool // Han below
	Lettering Lettering
	Marks     Marks
	Width     int // of the picture, in pixels; 0 means DefaultWidth
}

// Widths of a picture, in pixels. The height is a tenth more.
const (
	DefaultWidth = 600
	MinWidth     = 100
	MaxWidth     = 1200
)

// Lettering is the script on the pieces.
type Lettering uint8

const (
	Hanja   Lettering = iota // 楚 漢 車 包 馬 象 士 卒 兵
	Hangul                   // 초 한 차 포 마 상 사 졸 병
	Letters                  // K R C H E A P, as a FEN may have them
)

// letterings are the names of each lettering: its own, then the language that
// goes with it.
var letterings = [][]string{Hanja: {"hanja", "zh"}, Hangul: {"hangul", "ko"}, Letters: {"letters", "en"}}

// ParseLettering reads hanja, hangul or letters, or a language: zh, ko, en.
func ParseLettering(text string) (Lettering, error) {
	for l, names := range letterings {
		if slices.Contains(names, text) {
			return Lettering(l), nil
		}
	}
	return 0, fmt.Errorf("%q is none of hanja, hangul, letters, zh, ko, en", text)
}

// Marks selects what a picture shows besides the pieces.
type Marks struct {
	Coordinates bool
	Last        bool           // where the last turn came from and went to
	Check       bool           // a ring around a general in check
	Facing      bool           // a line between generals that face each other
	Points      []janggi.Point // dots, to point something out
}

// AllMarks is everything that the board itself calls for.
func AllMarks() Marks { return Marks{Coordinates: true, Last: true, Check: true, Facing: true} }

// ParseMarks reads "all", "none", or a list such as "last,check,e4" of the
// names coordinates, last, check, facing and of points.
func ParseMarks(text string) (m Marks, err error) {
	if text == "none" {
		return m, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		switch name {
		case "all":
			points := m.Points
			m = AllMarks()
			m.Points = points
		case "coordinates":
			m.Coordinates = true
		case "last":
			m.Last = true
		case "check":
			m.Check = true
		case "facing":
			m.Facing = true
		default:
			point, err := janggi.ParsePoint(name)
			if err != nil {
				return m, fmt.Errorf("%q is none of all, none, coordinates, last, check, facing, and no point", name)
			}
			if !slices.Contains(m.Points, point) {
				m.Points = append(m.Points, point)
			}
		}
	}
	return m, nil
}

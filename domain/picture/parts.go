package picture

import (
	"fmt"

	"github.com/janggid/janggid/domain/janggi"
)

// Parts are the outlines that boards are drawn from, for clients that color and
// move them themselves. Shapes are SVG paths; lengths are in the units of a
// picture's viewBox.
type Parts struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Margin float64 `json:"margin"` // from the edge to the outermost lines
	Step   float64 `json:"step"`   // from a point to the next
	Lines  string  `json:"lines"`

	// Bodies are the shapes of a piece without its character, around the origin,
	// by kind.
	Bodies map[string]Body `json:"bodies"`
}

// Body is a piece without its character.
type Body struct {
	Radius float64 `json:"radius"` // of the corners
	Edge   string  `json:"edge"`
	Face   string  `json:"face"`
	Rim    string  `json:"rim"`
	Glow   string  `json:"glow"` // around a piece that moved
}

// BoardParts are the parts of a board, whatever stands on its pieces.
func BoardParts() Parts {
	p := Parts{Width: width, Height: height, Margin: margin, Step: step, Bodies: map[string]Body{}}
	p.Lines = path(Style{}.lines()...)
	for kind := janggi.General; kind <= janggi.Soldier; kind++ {
		r := radius(kind)
		body := Style{}.body(kind, sideColors[janggi.Cho])
		p.Bodies[kind.String()] = Body{
			Radius: r,
			Edge:   path(body[0]),
			Face:   path(body[1]),
			Rim:    path(body[2]),
			Glow:   path(figure{shape: octagon(r + 8)}),
		}
	}
	return p
}

// Characters are the outlines of a lettering around the origin, each at the size
// it has on its piece, by side and kind as in "cho-general".
func Characters(l Lettering) map[string]string {
	all := map[string]string{}
	for _, side := range []janggi.Side{janggi.Cho, janggi.Han} {
		for kind := janggi.General; kind <= janggi.Soldier; kind++ {
			all[fmt.Sprintf("%s-%s", side, kind)] = path(Style{Lettering: l}.character(side, kind))
		}
	}
	return all
}

// path is the shape of some figures as one SVG path.
func path(figures ...figure) string {
	var b []byte
	for _, f := range figures {
		b = f.shape.append(b)
	}
	return string(b)
}

// Icon is an SVG of Cho's general alone, for browsers and home screens. Its
// margins leave room for the shapes that systems cut icons to.
func Icon() []byte {
	const half = 75
	sc := &scene{size: point{2 * half, 2 * half}}
	sc.draw(polygon(point{}, point{2 * half, 0}, point{2 * half, 2 * half}, point{0, 2 * half}), wood)
	s := Style{}
	parts := append(s.body(janggi.General, sideColors[janggi.Cho]), s.character(janggi.Cho, janggi.General))
	sc.add(&sprite{figures: parts}, point{half, half})
	text := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">`+"\n", 2*half, 2*half)
	for _, p := range sc.parts {
		text = p.append(text)
	}
	return append(text, "</svg>\n"...)
}

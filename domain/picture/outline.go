package picture

import (
	"fmt"
	"math"
	"strconv"
)

// outline is a closed shape, perhaps of several parts. Parts that run the other
// way round are holes.
type outline []segment

// segment is a command of SVG's paths in absolute coordinates: M and L with one
// point, C with three, Z with none.
type segment struct {
	command byte
	points  [3]point
}

// point is a place in a picture, in units: x to the right, y downwards.
type point struct{ x, y float64 }

func (p point) plus(q point) point { return point{p.x + q.x, p.y + q.y} }

// pointsOf is how many points each command has.
var pointsOf = map[byte]int{'M': 1, 'L': 1, 'C': 3, 'Z': 0}

// polygon is a shape with straight sides.
func polygon(corners ...point) outline {
	o := make(outline, 0, len(corners)+1)
	for i, c := range corners {
		command := byte('L')
		if i == 0 {
			command = 'M'
		}
		o = append(o, segment{command, [3]point{c}})
	}
	return append(o, segment{command: 'Z'})
}

// regular is a regular polygon around the origin; angle is that of the first
// corner, in radians.
func regular(corners int, radius, angle float64) outline {
	all := make([]point, corners)
	for i := range all {
		sin, cos := math.Sincos(angle + 2*math.Pi*float64(i)/float64(corners))
		all[i] = point{radius * cos, radius * sin}
	}
	return polygon(all...)
}

// circle is a polygon with too many corners to notice.
func circle(radius float64) outline { return regular(48, radius, 0) }

// stroke is a straight line of a width, cut off at its ends.
func stroke(from, to point, width float64) outline {
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Hypot(dx, dy)
	side := point{-dy / length * width / 2, dx / length * width / 2}
	back := point{-side.x, -side.y}
	return polygon(from.plus(side), from.plus(back), to.plus(back), to.plus(side))
}

// without is a shape with a hole in it. Both must be polygons that run the same
// way round.
func (o outline) without(hole outline) outline {
	ring := append(outline{}, o...)
	corners := hole[:len(hole)-1]
	for i := range corners {
		s := corners[len(corners)-1-i]
		s.command = 'L'
		if i == 0 {
			s.command = 'M'
		}
		ring = append(ring, s)
	}
	return append(ring, segment{command: 'Z'})
}

// scaled is the shape made larger around the origin, then moved.
func (o outline) scaled(factor float64, by point) outline {
	s := make(outline, len(o))
	for i, seg := range o {
		s[i].command = seg.command
		for j := range pointsOf[seg.command] {
			s[i].points[j] = point{seg.points[j].x*factor + by.x, seg.points[j].y*factor + by.y}
		}
	}
	return s
}

// moved is the shape at another place.
func (o outline) moved(by point) outline { return o.scaled(1, by) }

// append writes the shape as SVG has it, to a tenth of a unit.
func (o outline) append(b []byte) []byte {
	for _, s := range o {
		b = append(b, s.command)
		for j := range pointsOf[s.command] {
			if j > 0 {
				b = append(b, ' ')
			}
			b = appendNumber(b, s.points[j].x)
			b = append(b, ' ')
			b = appendNumber(b, s.points[j].y)
		}
	}
	return b
}

// appendNumber writes a number of units, rounded to tenths.
func appendNumber(b []byte, v float64) []byte {
	return strconv.AppendFloat(b, math.Round(v*10)/10+0, 'f', -1, 64) // + 0: no "-0"
}

// parseOutline reads the output of append.
func parseOutline(text string) (outline, error) {
	var o outline
	for len(text) > 0 {
		s := segment{command: text[0]}
		n, known := pointsOf[s.command]
		if !known {
			return nil, fmt.Errorf("picture: %q is no command of a path", s.command)
		}
		text = text[1:]
		for j := range n {
			var err error
			if s.points[j].x, text, err = cutNumber(text); err != nil {
				return nil, err
			}
			if s.points[j].y, text, err = cutNumber(text); err != nil {
				return nil, err
			}
		}
		o = append(o, s)
	}
	return o, nil
}

func cutNumber(text string) (float64, string, error) {
	for len(text) > 0 && text[0] == ' ' {
		text = text[1:]
	}
	end := 0
	for end < len(text) && (text[end] == '-' || text[end] == '.' || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	v, err := strconv.ParseFloat(text[:end], 64)
	return v, text[end:], err
}

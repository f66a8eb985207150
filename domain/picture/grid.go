package picture

import (
	"strconv"

	"github.com/janggid/janggid/domain/janggi"
)

const (
	lineWidth     = 2.6
	coordinateEm  = 30.0
	coordinateGap = 66.0 // from the outermost line to a coordinate's middle
)

// frameWidth is that of the outermost lines, which lie outside the points.
const (
	frameWidth = 3.5
	frameGap   = 2.5
)

// grid draws the board's wood, its lines and the palaces' diagonals. A board
// that is turned round has the same lines.
func (s Style) grid(sc *scene) {
	sc.draw(polygon(point{}, point{width, 0}, point{width, height}, point{0, height}), wood)
	sc.add(&sprite{figures: s.lines()}, point{})
}

// lines are those of the board. Each is a figure of its own: painting one takes
// the time of the rectangle around it.
func (s Style) lines() (all []figure) {
	add := func(shape outline) { all = append(all, figure{shape, ink}) }
	line := func(fromFile, fromRank, toFile, toRank int) {
		add(stroke(s.spot(fromFile, fromRank), s.spot(toFile, toRank), lineWidth))
	}
	for file := range janggi.FileCount {
		line(file, 0, file, janggi.RankCount-1)
	}
	for rank := range janggi.RankCount {
		line(0, rank, janggi.FileCount-1, rank)
	}
	for _, rank := range []int{0, janggi.RankCount - 3} {
		line(3, rank, 5, rank+2)
		line(5, rank, 3, rank+2)
	}
	const near, beyond = margin - frameGap - frameWidth/2, frameGap + frameWidth
	left, right, top, bottom := near, width-near, near, height-near
	add(stroke(point{margin - beyond, top}, point{width - margin + beyond, top}, frameWidth))
	add(stroke(point{margin - beyond, bottom}, point{width - margin + beyond, bottom}, frameWidth))
	add(stroke(point{left, top}, point{left, bottom}, frameWidth))
	add(stroke(point{right, top}, point{right, bottom}, frameWidth))
	return all
}

// coordinates writes the files below and the ranks at the left.
func (s Style) coordinates(sc *scene) {
	var all outline
	for file := range janggi.FileCount {
		at := s.spot(file, 0)
		all = append(all, word(string(rune('a'+file)), point{at.x, height - margin + coordinateGap})...)
	}
	for rank := range janggi.RankCount {
		at := s.spot(0, rank)
		all = append(all, word(strconv.Itoa(rank+1), point{margin - coordinateGap, at.y})...)
	}
	sc.draw(all, ink)
}

// word sets characters side by side around a place.
func word(text string, at point) outline {
	const advance = 0.56 * coordinateEm
	var o outline
	at.x -= advance * float64(len(text)-1) / 2
	for _, r := range text {
		o = append(o, glyph(r, coordinateEm).moved(at)...)
		at.x += advance
	}
	return o
}

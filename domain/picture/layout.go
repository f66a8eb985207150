package picture

import (
	"math"

	"github.com/janggid/janggid/domain/janggi"
)

// Lengths of a picture, in units.
const (
	step   = 100.0 // from a point to the next
	margin = 88.0  // around the lines: half a general, and the coordinates
	width  = (janggi.FileCount-1)*step + 2*margin
	height = (janggi.RankCount-1)*step + 2*margin
)

// place is where a point of the board is in a picture.
func (s Style) place(p janggi.Point) point {
	return s.spot(p.File(), p.Rank())
}

// spot is place for a file and a rank from 0.
func (s Style) spot(file, rank int) point {
	if s.Flip {
		file, rank = janggi.FileCount-1-file, janggi.RankCount-1-rank
	}
	return point{margin + step*float64(file), height - margin - step*float64(rank)}
}

// pixels is the size of the picture.
func (s Style) pixels() (int, int) {
	w := s.Width
	if w == 0 {
		w = DefaultWidth
	}
	return w, int(math.Round(float64(w) * height / width))
}

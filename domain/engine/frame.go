package engine

import "github.com/janggid/janggid/domain/janggi"

const (
	maxDepth = 100 // plies of an iteration
	maxPly   = 127 // plies from the root
)

// frame is the state of one ply of a search.
type frame struct {
	picker    picker
	killers   [2]janggi.Move
	move      janggi.Move // that is being searched
	excluded  janggi.Move // left out to see whether it is singular
	eval      Score       // of the position; noEval in check
	placement weight
	after1    int // pieceTo of the move that led here, and of the one before it
	after2    int
	cutoffs   int // of this ply's children
	lineLen   int
	line      [maxPly + 1]janggi.Move // the principal variation from here
}

// noEval marks a position that is not evaluated, since its side is in check.
const noEval = -infinite

// setLine sets the principal variation to a move and the next ply's variation.
func (f *frame) setLine(m janggi.Move, next *frame) {
	f.line[0] = m
	n := copy(f.line[1:], next.line[:next.lineLen])
	f.lineLen = n + 1
}

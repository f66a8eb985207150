package engine

import (
	"slices"

	"github.com/janggid/janggid/domain/janggi"
)

// rootMove is a turn of the searched position, with its results.
type rootMove struct {
	move     janggi.Move
	score    Score // of this iteration; -infinite for what was not better than others
	previous Score
	line     []janggi.Move
}

// deepen searches deeper and deeper until a limit is met.
func (s *search) deepen(q Request) {
	lines := min(max(q.Lines, 1), len(s.root))
	depths := maxDepth
	if q.Limits.Depth > 0 {
		depths = min(q.Limits.Depth, maxDepth)
	}
	for depth := 1; depth <= depths && !s.stopped; depth++ {
		s.depthNow, s.deepest = depth, 0
		for i := range s.root {
			s.root[i].previous, s.root[i].score = s.root[i].latest(), -infinite
		}
		for s.line = 0; s.line < lines && !s.stopped; s.line++ {
			s.aspire(depth)
			s.sortRoot(s.line)
		}
		s.sortRoot(0)
		if s.stopped {
			break
		}
		s.depthDone = depth
		if q.OnDepth != nil && !q.OnDepth(s.report(lines)) {
			break
		}
		if best := s.root[0].score; lines == 1 && best.IsMate() && 2*best.Turns()+2 <= depth {
			break // a shorter one would have been found
		}
	}
}

// latest is the score of this iteration, or of the one before where this one
// has none.
func (r *rootMove) latest() Score {
	if r.score != -infinite {
		return r.score
	}
	return r.previous
}

// aspire searches with a narrow window around the previous score, and widens it
// as long as the score is outside.
func (s *search) aspire(depth int) {
	alpha, beta, width := -infinite, infinite, Score(18)
	center := s.root[s.line].previous
	if depth >= 4 && !center.decided() {
		alpha, beta = max(center-width, -infinite), min(center+width, infinite)
	}
	less := 0
	for {
		score := s.visit(alpha, beta, max(depth-less, 1), 0, false)
		if s.stopped {
			return
		}
		s.sortRoot(s.line)
		switch {
		case score <= alpha && alpha > -infinite:
			beta = (alpha + beta) / 2
			alpha = max(score-width, -infinite)
			less = 0
		case score >= beta && beta < infinite:
			beta = min(score+width, infinite)
			less = min(less+1, 3)
		default:
			return
		}
		width += width / 2
		if width > 600 || score.decided() {
			alpha, beta = -infinite, infinite
		}
	}
}

// sortRoot sorts the root moves from a line on by score; equal ones keep their
// order.
func (s *search) sortRoot(from int) {
	slices.SortStableFunc(s.root[from:], func(a, b rootMove) int { return int(b.score) - int(a.score) })
}

// mayTry reports whether to search a root move for the current line.
func (s *search) mayTry(m janggi.Move) bool {
	return slices.ContainsFunc(s.root[s.line:], func(r rootMove) bool { return r.move == m })
}

// note keeps the result of a root move.
func (s *search) note(m janggi.Move, score, alpha Score, first bool, next *frame) {
	i := slices.IndexFunc(s.root, func(r rootMove) bool { return r.move == m })
	r := &s.root[i]
	if !first && score <= alpha {
		r.score = -infinite
		return
	}
	r.score = score
	r.line = append(append(r.line[:0], m), next.line[:next.lineLen]...)
}

// report returns the results so far.
func (s *search) report(lines int) Report {
	r := Report{Depth: s.depthDone, Deepest: s.deepest, Nodes: s.nodes, Full: s.table.full()}
	for i := range min(lines, len(s.root)) {
		root := &s.root[i]
		line := root.line
		if len(line) == 0 {
			line = []janggi.Move{root.move}
		}
		r.Lines = append(r.Lines, Line{Score: root.latest(), Moves: slices.Clone(line)})
	}
	return r
}

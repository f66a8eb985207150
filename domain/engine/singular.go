package engine

import "github.com/janggid/janggid/domain/janggi"

// multiCut says that another move than the table's is good enough too.
const multiCut = -100

// singularity searches without the table's move at about half the depth, and
// returns by how much to extend that move, and the score of the others. If all
// of them are worse by some margin, it is singular and searched more deeply.
func (s *search) singularity(f *frame, n nodeFacts, m janggi.Move, depth, ply int, beta Score) (extension int, others Score) {
	margin := n.tableScore - Score(2*depth)
	f.excluded = m
	others = s.visit(margin-1, margin, (depth-1)/2, ply, n.cut)
	f.excluded = noMove
	switch {
	case s.stopped:
		return 0, 0
	case others < margin:
		if !n.pv && others < margin-25 {
			return 2, others
		}
		return 1, others
	case !n.pv && others >= beta && !others.decided():
		return multiCut, others
	case n.tableScore >= beta || n.cut:
		return -1, others
	}
	return 0, others
}

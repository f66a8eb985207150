package engine

import "github.com/janggid/janggid/domain/janggi"

// refutations are moves that were tried and did not do, quiet ones and
// captures, as many as are worth a lesson.
type refutations struct {
	quiets, captures         [32]janggi.Move
	quietCount, captureCount int
}

func (r *refutations) add(m janggi.Move, quiet bool) {
	switch {
	case quiet && r.quietCount < len(r.quiets):
		r.quiets[r.quietCount] = m
		r.quietCount++
	case !quiet && r.captureCount < len(r.captures):
		r.captures[r.captureCount] = m
		r.captureCount++
	}
}

// learnOrder rewards the move that was good enough, and blames those that were
// tried before it.
func (s *search) learnOrder(f *frame, a attempt, depth int, refuted *refutations) {
	bonus := min(120*depth-60, 1400)
	p := s.walk.Position()
	if a.quiet {
		if f.killers[0] != a.move {
			f.killers[1], f.killers[0] = f.killers[0], a.move
		}
		s.learnQuiet(f, a.move, bonus)
		for _, other := range refuted.quiets[:refuted.quietCount] {
			s.learnQuiet(f, other, -bonus)
		}
	} else {
		s.captures[captureSlot(a.piece, a.move, a.victim.Kind())].learn(bonus)
	}
	for _, other := range refuted.captures[:refuted.captureCount] {
		s.captures[captureSlot(p.At(other.From()), other, p.At(other.To()).Kind())].learn(-bonus)
	}
}

func (s *search) learnQuiet(f *frame, m janggi.Move, bonus int) {
	p := s.walk.Position()
	piece := janggi.NoPiece
	if !m.IsPass() {
		piece = p.At(m.From())
	}
	s.quiets[pieceTo(piece, m)].learn(bonus)
	s.ways[p.SideToMove()][way(m)].learn(bonus)
	k := kindTo(piece, m)
	s.following[f.after1][k].learn(bonus)
	s.following[f.after2][k].learn(bonus)
}

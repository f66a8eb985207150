package engine

import "github.com/janggid/janggid/domain/janggi"

// play makes a turn and readies the next frame.
func (s *search) play(f *frame, ply int, m janggi.Move) {
	next := &s.frames[ply+1]
	f.move = m
	piece := janggi.NoPiece
	next.placement = f.placement
	if !m.IsPass() {
		p := s.walk.Position()
		piece = p.At(m.From())
		next.placement += placement[piece][m.To()] - placement[piece][m.From()]
		if victim := p.At(m.To()); victim != janggi.NoPiece {
			next.placement -= placement[victim][m.To()]
		}
	}
	next.after1, next.after2 = pieceTo(piece, m), f.after1
	s.walk.Play(m)
}

// skip gives the turn away.
func (s *search) skip(f *frame, ply int) {
	next := &s.frames[ply+1]
	f.move = noMove
	next.placement = f.placement
	next.after1, next.after2 = 0, f.after1
	s.walk.SkipTurn()
}

// over judges the latest turn: the score if the game is over, or goes round in
// a loop.
func (s *search) over(ply int) (Score, bool) {
	turn := s.walk.Position().SideToMove()
	if reason, result, ended := s.walk.Ended(); ended {
		return endScore(reason, result, turn, ply), true
	}
	if s.walk.Occurrences() > 1 {
		if result, recurs := s.walk.Recurs(); recurs {
			return recurredScore(result, turn, ply), true
		}
	}
	return 0, false
}

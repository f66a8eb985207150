package engine

import "github.com/janggid/janggid/domain/janggi"

// pruneWhole tries to do without searching the moves of a position that seems
// to be far above beta or below alpha.
func (s *search) pruneWhole(f *frame, eval, alpha, beta Score, depth, ply int, improving, cut bool) (Score, bool) {
	if depth <= 8 && !eval.decided() {
		margin := Score(60*depth) + 15
		if improving {
			margin -= 45
		}
		if eval-margin >= beta {
			return (eval + beta) / 2, true
		}
	}
	if depth <= 3 && eval+Score(120+140*depth*depth) < alpha {
		if score := s.quiesce(alpha, alpha+1, ply); score <= alpha {
			return score, true
		}
		f.lineLen = 0
	}
	// To give the turn away is never better than a pass, which is legal: if the
	// score stays above beta, it will with a move. Only who faces a general
	// that must be answered may not go on so.
	mayWait := s.rules.Bikjang == janggi.BikjangOff || !s.walk.Position().Facing()
	if depth >= 2 && mayWait && eval >= beta && f.eval+Score(12*depth) >= beta-20 && s.frames[ply-1].move != noMove {
		less := 4 + depth/4 + int(min((eval-beta)/120, 3))
		s.skip(f, ply)
		score := -s.visit(-beta, -beta+1, depth-less, ply+1, !cut)
		s.walk.Back()
		if s.stopped {
			return 0, true
		}
		if score >= beta {
			if score.decided() {
				score = beta
			}
			return score, true
		}
	}
	// A capture that is far above beta at a lower depth will be at this one.
	if raised := beta + 130; depth >= 5 && !raised.decided() {
		if score, pruned := s.pruneByCapture(f, raised, depth, ply, cut); pruned {
			return score, true
		}
	}
	return 0, false
}

// pruneByCapture looks for a capture that stays above a raised beta.
func (s *search) pruneByCapture(f *frame, raised Score, depth, ply int, cut bool) (Score, bool) {
	k := &f.picker
	k.start(noMove, [2]janggi.Move{}, true)
	k.threshold = max(raised-f.eval, 0)
	for {
		m := s.pick(k, f)
		if m == noMove {
			return 0, false
		}
		s.play(f, ply, m)
		score := -s.quiesce(-raised, -raised+1, ply+1)
		if score >= raised && !s.stopped {
			score = -s.visit(-raised, -raised+1, depth-4, ply+1, !cut)
		}
		s.walk.Back()
		if s.stopped {
			return 0, true
		}
		if score >= raised {
			return score, true
		}
	}
}

// pruneMove reports whether a move is not worth a search, at low depths. Moves
// that give check are spared, unless they lose much material very near the end
// of the search.
func (s *search) pruneMove(n nodeFacts, k *picker, a attempt, depth int, alpha, eval Score) bool {
	p := s.walk.Position()
	if !s.isDull(n, k, a, depth, alpha, eval) {
		return false
	}
	if a.move.IsPass() || !p.GivesCheck(a.move) {
		return true
	}
	return depth <= 3 && !gains(p, a.move, -Score(100*depth))
}

// isDull reports whether a move comes late, has done badly, loses material or can
// hardly raise the score to alpha.
func (s *search) isDull(n nodeFacts, k *picker, a attempt, depth int, alpha, eval Score) bool {
	p := s.walk.Position()
	if !a.quiet {
		return depth <= 6 && k.stage >= stageLosing && !gains(p, a.move, -Score(60*depth)-Score(a.past/64))
	}
	enough := 3 + depth*depth
	if !n.improving {
		enough /= 2
	}
	if !n.pv && depth <= 8 && a.tried > enough+b2i(n.inCheck)*8 {
		k.onlyCheck = true // all that follow come later still
		return true
	}
	shallow := max(depth-reduction(depth, a.tried)/1024, 0)
	if shallow <= 6 && !n.inCheck && eval+Score(110+85*shallow)+Score(a.past/128) <= alpha {
		return true
	}
	if depth <= 4 && a.past < -2600*depth {
		return true
	}
	return depth <= 7 && !n.inCheck && !gains(p, a.move, -Score(22*shallow*shallow))
}

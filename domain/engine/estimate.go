package engine

import "github.com/janggid/janggid/domain/janggi"

// estimate evaluates the position for the side to move.
func (s *search) estimate(f *frame) Score {
	p := s.walk.Position()
	score := s.eval.evaluate(p, s.rules, f.placement)
	score = s.nearLimit(p, score)
	score = min(max(score, -maxEstimate), maxEstimate)
	if p.SideToMove() == janggi.Han {
		return -score
	}
	return score
}

// nearLimit adds, for Cho, the value of a lead on points near the turn limit.
func (s *search) nearLimit(p *janggi.Position, score Score) Score {
	left := turnsLeft(s.walk)
	if left >= nearTurnLimit {
		return score
	}
	bonus := Score(nearTurnLimit-left) * 8
	switch winner, decided := s.walk.Scored().Winner(); {
	case !decided:
		return score * Score(left) / nearTurnLimit
	case winner == janggi.Cho:
		return score + bonus
	}
	return score - bonus
}

package engine

import "github.com/janggid/janggid/domain/janggi"

// corrected adjusts an evaluation by the results of earlier searches of similar
// positions.
func (s *search) corrected(eval Score) Score {
	p := s.walk.Position()
	turn := p.SideToMove()
	n := int(s.misjudged[turn][soldiersSlot(p)]) + int(s.memory.material[turn][piecesSlot(p)])
	return min(max(eval+Score(n/96), -maxEstimate), maxEstimate)
}

// learnError notes by how much the result of a search differs from the
// evaluation.
func (s *search) learnError(eval, score Score, depth int) {
	p := s.walk.Position()
	turn := p.SideToMove()
	bonus := min(max(int(score-eval)*depth*4, -maxHistory/4), maxHistory/4)
	s.misjudged[turn][soldiersSlot(p)].learn(bonus)
	s.memory.material[turn][piecesSlot(p)].learn(bonus)
}

func soldiersSlot(p *janggi.Position) int { return int(p.Kind(janggi.Soldier).Hash() % misjudgedCount) }

func piecesSlot(p *janggi.Position) int {
	h := p.Kind(janggi.Chariot).Hash() + 3*p.Kind(janggi.Cannon).Hash() + 5*p.Kind(janggi.Horse).Hash()
	return int(scramble(h) % misjudgedCount)
}

package engine

import "github.com/janggid/janggid/domain/janggi"

// lapses are human-like errors of a weaker player: it overlooks some moves of
// either side, long and backward ones most often and captures rarely, and
// slightly misjudges the value of moves. A seed determines them, so that a
// search can be repeated.
type lapses struct {
	seed     uint64
	overlook int
	blur     Score
}

// overlooks reports whether a move is not seen. In a search it is the same for
// the same move wherever it is met.
func (l *lapses) overlooks(p *janggi.Position, m janggi.Move) bool {
	if l == nil || l.overlook == 0 || m.IsPass() {
		return false
	}
	piece := p.At(m.From())
	chance := l.overlook
	files, ranks := m.To().File()-m.From().File(), m.To().Rank()-m.From().Rank()
	if p.SideToMove() == janggi.Han {
		ranks = -ranks
	}
	if ranks < 0 {
		chance += chance / 2 // backward
	}
	if max(files, -files, ranks, -ranks) > 4 {
		chance += chance / 2 // far
	}
	switch piece.Kind() {
	case janggi.Cannon, janggi.Elephant:
		chance += chance / 4
	case janggi.Soldier:
		chance /= 2
	}
	if p.At(m.To()) != janggi.NoPiece {
		chance /= 3
	}
	return l.number(p.SideToMove(), m)&1023 < uint64(chance)
}

// misjudges is by how much a turn seems better than it is.
func (l *lapses) misjudges(p *janggi.Position, m janggi.Move) Score {
	if l == nil || l.blur == 0 {
		return 0
	}
	n := l.number(p.SideToMove(), m) >> 20
	width := uint64(l.blur)
	bias := Score(n%(width+1)) + Score(n>>20%(width+1)) - l.blur // a triangle around none
	if !m.IsPass() && p.At(m.To()) != janggi.NoPiece {
		bias += l.blur / 3 // captures are preferred
	}
	return bias
}

func (l *lapses) number(side janggi.Side, m janggi.Move) uint64 {
	return scramble(l.seed ^ uint64(side)<<40 ^ uint64(m)*0xD134_2543_DE82_EF95)
}

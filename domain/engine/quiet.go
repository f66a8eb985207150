package engine

import "github.com/janggid/janggid/domain/janggi"

// IsQuiet reports whether the side to move is not in check and cannot win
// material by a capture, so that a static evaluation is meaningful.
func IsQuiet(p *janggi.Position) bool {
	if p.InCheck() {
		return false
	}
	for _, m := range p.AppendMovesTo(make([]janggi.Move, 0, maxMoves), 0, p.Of(p.SideToMove().Other())) {
		if gains(p, m, 1) {
			return false
		}
	}
	return true
}

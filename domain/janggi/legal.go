package janggi

import "slices"

// LegalMoves returns the legal turns of the side to move, with [Pass] last if
// it is allowed: none in checkmate. It ignores whether the game has ended.
func (g *Game) LegalMoves() []Move { return g.AppendLegalMoves(make([]Move, 0, 64)) }

// AppendLegalMoves appends the legal moves and returns the extended slice.
func (g *Game) AppendLegalMoves(dst []Move) []Move {
	first := len(dst)
	dst = g.dropForbidden(g.position.AppendMoves(dst, g.duty()), first)
	if g.MayPass() {
		dst = append(dst, Pass)
	}
	return dst
}

// dropForbidden removes from moves[first:] the moves that are illegal because
// of the game's history or material.
func (g *Game) dropForbidden(moves []Move, first int) []Move {
	if avoids, repeats := g.mustAvoidFacing(), g.mayRepeat(); avoids || repeats {
		kept := slices.DeleteFunc(moves[first:], func(m Move) bool {
			return avoids && g.facesTooEarly(m) || repeats && g.repeats(m)
		})
		moves = moves[:first+len(kept)]
	}
	return moves
}

// MayPass reports whether the side to move may pass: always when not in check;
// in check only to accept a bikjang that it must answer, under the option
// bikjang_over_check.
func (g *Game) MayPass() bool {
	return !g.position.InCheck() || g.origin.rules.BikjangOverCheck && g.mustAnswerFacing()
}

// isCheckmate reports whether the side to move is in check without a legal
// turn. No option can remove a checked side's last answer: AvoidFacing yields,
// and repetition is never forbidden in check.
func (g *Game) isCheckmate() bool {
	return g.position.InCheck() && !g.MayPass() && !g.position.HasMove(g.duty())
}

func (g *Game) duty() Duty {
	if g.mustAnswerFacing() {
		return BreakFacing
	}
	return 0
}

// mustAnswerFacing reports whether the generals face and the side to move has
// to break that or accept it by a pass.
func (g *Game) mustAnswerFacing() bool {
	return g.origin.rules.Bikjang == BikjangAnswer && g.bikjangCounts(&g.position) && g.position.Facing()
}

// bikjangCounts reports whether bikjang applies; with low_material only once
// both sides are below it.
func (g *Game) bikjangCounts(p *Position) bool {
	low := int(g.origin.rules.LowMaterial)
	return low == 0 || p.Material(Cho) < low && p.Material(Han) < low
}

// mustAvoidFacing reports whether low_material may forbid some move that makes
// the generals face. A side in check is exempt if all of its answers do.
func (g *Game) mustAvoidFacing() bool {
	return g.origin.rules.LowMaterial != 0 && !g.position.Facing() &&
		(!g.position.InCheck() || g.position.HasMove(AvoidFacing))
}

// facesTooEarly reports whether the generals face after the move while a side
// is still at or above low_material.
func (g *Game) facesTooEarly(m Move) bool {
	own, enemy := g.position.General(g.SideToMove()), g.position.General(g.SideToMove().Other())
	if m.From() != own && (own.File() != enemy.File() || m.From().File() != own.File()) {
		return false // only a general, or a piece between them, can make them face
	}
	after := g.position
	after.Play(m)
	return after.Facing() && !g.bikjangCounts(&after)
}

// repetition returns the effect of a third occurrence of the current position.
// With low_material it is forbidden until both sides are below it. A repeating
// move captures nothing, so the material before and after it is the same.
func (g *Game) repetition() Repetition {
	if !g.bikjangCounts(&g.position) {
		return RepetitionForbidden
	}
	return g.origin.rules.Repetition
}

// mayRepeat reports whether a move could be illegal because of repetition: some
// position with the other side to move has occurred twice since the last
// capture.
func (g *Game) mayRepeat() bool {
	if g.repetition() != RepetitionForbidden || g.position.InCheck() {
		return false
	}
	for i := len(g.history.turns) - 1; i >= 0 && g.history.turns[i].captured == NoPiece; i-- {
		if (len(g.history.turns)-i)%2 == 0 && g.history.turns[i].occurrence >= 2 {
			return true
		}
	}
	return false
}

// repeats reports whether the move leads to a third or later occurrence.
func (g *Game) repeats(m Move) bool {
	return g.position.At(m.To()) == NoPiece && g.occurrencesAfter(m) >= 3
}

func (g *Game) occurrencesAfter(m Move) int {
	after, t := g.position, turn{move: m}
	if !m.IsPass() {
		t.piece = g.position.At(m.From())
	}
	t.captured = after.Play(m)
	t.key = after.Key()
	return g.occurrencesWith(t)
}

package janggi

import "slices"

// LegalMoves are the turns that the side to move may make, [Pass] last where it is allowed: none when it is
// checkmated. They never look at whether the game has ended.
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

// dropForbidden removes, from moves[first:], what the game forbids beyond what the position alone can tell.
func (g *Game) dropForbidden(moves []Move, first int) []Move {
	if avoids, repeats := g.mustAvoidFacing(), g.mayRepeat(); avoids || repeats {
		kept := slices.DeleteFunc(moves[first:], func(m Move) bool {
			return avoids && g.facesTooEarly(m) || repeats && g.repeats(m)
		})
		moves = moves[:first+len(kept)]
	}
	return moves
}

// MayPass tells whether the side to move may pass: always when not in check; in check only to accept a bikjang that
// it must answer, under the option bikjang_over_check.
func (g *Game) MayPass() bool {
	return !g.position.InCheck() || g.origin.rules.BikjangOverCheck && g.mustAnswerFacing()
}

// isCheckmate tells whether the side to move is in check and has no legal turn. No other option can take a checked
// side's last answer away: AvoidFacing gives way and repetition is never forbidden in check.
func (g *Game) isCheckmate() bool {
	return g.position.InCheck() && !g.MayPass() && !g.position.HasMove(g.duty())
}

func (g *Game) duty() Duty {
	if g.mustAnswerFacing() {
		return BreakFacing
	}
	return 0
}

// mustAnswerFacing tells whether the generals face and the side to move has to break that or accept it by a pass.
func (g *Game) mustAnswerFacing() bool {
	return g.origin.rules.Bikjang == BikjangAnswer && g.bikjangCounts(&g.position) && g.position.Facing()
}

// bikjangCounts tells whether bikjang holds as the rules set it; with low_material only once both sides are below it.
func (g *Game) bikjangCounts(p *Position) bool {
	low := int(g.origin.rules.LowMaterial)
	return low == 0 || p.Material(Cho) < low && p.Material(Han) < low
}

// mustAvoidFacing tells whether low_material may forbid some move to make the generals face. A side in check is
// excused when all of its answers do.
func (g *Game) mustAvoidFacing() bool {
	return g.origin.rules.LowMaterial != 0 && !g.position.Facing() &&
		(!g.position.InCheck() || g.position.HasMove(AvoidFacing))
}

// facesTooEarly tells whether the generals face after the move while a side still has material for more.
func (g *Game) facesTooEarly(m Move) bool {
	own, enemy := g.position.General(g.SideToMove()), g.position.General(g.SideToMove().Other())
	if m.From() != own && (own.File() != enemy.File() || m.From().File() != own.File()) {
		return false // only a general, or a piece that stands between, can bring them face to face
	}
	after := g.position
	after.Play(m)
	return after.Facing() && !g.bikjangCounts(&after)
}

// repetition is what a third occurrence of the present position does; with low_material it is forbidden until both
// sides are below it. A move that repeats captures nothing, so the material before and after it is the same.
func (g *Game) repetition() Repetition {
	if !g.bikjangCounts(&g.position) {
		return RepetitionForbidden
	}
	return g.origin.rules.Repetition
}

// mayRepeat tells whether repetition is forbidden to the side to move and some position with the other side to move
// has stood twice since the latest capture, so that a move could be illegal for it.
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

// repeats tells whether the position after the move would stand for the third time or more.
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

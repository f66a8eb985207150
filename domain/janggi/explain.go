package janggi

// Validate returns why a turn is illegal: an [*IllegalMoveError] or
// [ErrPassInCheck]. It returns nil for exactly the turns in [Game.LegalMoves].
func (g *Game) Validate(m Move) error {
	switch {
	case m.IsPass() && g.MayPass():
		return nil
	case m.IsPass():
		return ErrPassInCheck
	case !m.onBoard():
		return illegal(ReasonUnreadable, NoPoint)
	}
	if err := g.validateStart(m.From()); err != nil {
		return err
	}
	if err := g.position.validatePath(m.From(), m.To()); err != nil {
		return err
	}
	after := g.position
	after.Play(m)
	if !g.position.IsLegal(m, 0) { // pseudo-legal, but exposes the general
		at := after.capturerOf(g.SideToMove())
		if g.position.InCheck() {
			return illegal(ReasonDoesNotAnswerCheck, at)
		}
		return illegal(ReasonLeavesGeneralInCheck, at)
	}
	enemyGeneral := g.position.General(g.SideToMove().Other())
	switch {
	case g.duty() == BreakFacing && after.Facing():
		return illegal(ReasonKeepsFacing, enemyGeneral)
	case g.mustAvoidFacing() && g.facesTooEarly(m):
		return illegal(ReasonMakesFacing, enemyGeneral)
	case g.mayRepeat() && g.repeats(m):
		return illegal(ReasonRepeats, NoPoint)
	}
	return nil
}

// validateStart returns why a turn of the side to move cannot start at a point.
func (g *Game) validateStart(from Point) error {
	piece := g.position.At(from)
	switch {
	case piece == NoPiece:
		return illegal(ReasonNoPiece, from)
	case piece.Side() != g.SideToMove():
		return illegal(ReasonNotYourPiece, from)
	}
	return nil
}

// capturerOf returns the first point, counted from a1, of a piece that could
// capture a side's general; NoPoint for none.
func (p *Position) capturerOf(side Side) Point {
	for at := range Point(PointCount) {
		if piece := p.At(at); piece != NoPiece && piece.Side() != side && p.validatePath(at, p.General(side)) == nil {
			return at
		}
	}
	return NoPoint
}

package janggi

// validatePath returns why a piece cannot move to a point under section 3 of
// docs/rules.md. It ignores the side to move and the safety of the generals.
func (p *Position) validatePath(from, to Point) error {
	piece, target := p.At(from), p.At(to)
	kind := piece.Kind()
	switch {
	case target != NoPiece && target.Side() == piece.Side():
		return illegal(ReasonOwnPieceThere, to)
	case (kind == General || kind == Guard) && !inPalace(piece.Side(), to):
		return illegal(ReasonOutsidePalace, to)
	}
	switch kind {
	case General, Guard:
		if !isStep(from, to) {
			return illegal(ReasonNotAMove, to)
		}
	case Soldier:
		if !isSoldierStep(piece.Side(), from, to) {
			return illegal(ReasonNotAMove, to)
		}
	case Chariot:
		return p.validateChariotPath(from, to)
	case Cannon:
		return p.validateCannonPath(from, to)
	case Horse:
		return p.validateLegs(from, to, 1)
	case Elephant:
		return p.validateLegs(from, to, 2)
	}
	return nil
}

func (p *Position) validateChariotPath(from, to Point) error {
	step, ok := lineStep(from, to)
	if !ok {
		return illegal(ReasonNotAMove, to)
	}
	if at := p.firstOn(from, to, step); at != to {
		return illegal(ReasonPathBlocked, at)
	}
	return nil
}

func (p *Position) validateCannonPath(from, to Point) error {
	step, ok := lineStep(from, to)
	if !ok {
		return illegal(ReasonNotAMove, to)
	}
	screen := p.firstOn(from, to, step)
	switch {
	case screen == to:
		return illegal(ReasonNoScreen, to)
	case p.At(screen).Kind() == Cannon:
		return illegal(ReasonScreenIsCannon, screen)
	}
	if second := p.firstOn(screen, to, step); second != to {
		return illegal(ReasonTooManyScreens, second)
	}
	if p.At(to).Kind() == Cannon {
		return illegal(ReasonTargetIsCannon, to)
	}
	return nil
}

// firstOn returns the first occupied point strictly between two points of a
// line, or to if there is none.
func (p *Position) firstOn(from, to Point, step int) Point {
	at := Point(int(from) + step)
	for at != to && p.At(at) == NoPiece {
		at = Point(int(at) + step)
	}
	return at
}

// validateLegs checks a horse (one diagonal step after the straight one) or an
// elephant (two).
func (p *Position) validateLegs(from, to Point, diagonals int) error {
	df, dr := distance(from, to)
	var leg int // the straight step
	switch {
	case abs(df) == diagonals && abs(dr) == diagonals+1:
		leg = FileCount * sign(dr)
	case abs(dr) == diagonals && abs(df) == diagonals+1:
		leg = sign(df)
	default:
		return illegal(ReasonNotAMove, to)
	}
	at := int(from) + leg
	for range diagonals {
		if p.At(Point(at)) != NoPiece {
			return illegal(ReasonLegBlocked, Point(at))
		}
		at += sign(df) + FileCount*sign(dr)
	}
	return nil
}

// isStep reports whether two points are neighbors on a drawn line of a palace.
func isStep(from, to Point) bool {
	df, dr := distance(from, to)
	return abs(df)+abs(dr) == 1 || abs(df) == 1 && abs(dr) == 1 && onOneDiagonal(from, to)
}

func isSoldierStep(side Side, from, to Point) bool {
	df, dr := distance(from, to)
	if side == Han {
		dr = -dr
	}
	switch {
	case abs(df)+abs(dr) == 1:
		return dr >= 0
	case abs(df) == 1 && dr == 1:
		return inPalace(side.Other(), from) && onOneDiagonal(from, to)
	}
	return false
}

// lineStep returns the step, as a difference of points, from one point toward
// another on the same file, rank or palace diagonal.
func lineStep(from, to Point) (step int, ok bool) {
	df, dr := distance(from, to)
	if from == to || df != 0 && dr != 0 && !onOneDiagonal(from, to) {
		return 0, false
	}
	return sign(df) + FileCount*sign(dr), true
}

// onOneDiagonal reports whether one palace diagonal runs through both points:
// both are a corner or the center of the same palace.
func onOneDiagonal(a, b Point) bool {
	for _, center := range [2]Point{13, 76} { // e2, e9
		af, ar := distance(center, a)
		bf, br := distance(center, b)
		if max(abs(af), abs(ar), abs(bf), abs(br)) <= 1 {
			return abs(af) == abs(ar) && abs(bf) == abs(br) && abs(af-bf) == abs(ar-br)
		}
	}
	return false
}

func distance(from, to Point) (files, ranks int) {
	return to.File() - from.File(), to.Rank() - from.Rank()
}

func abs(n int) int { return max(n, -n) }

func sign(n int) int { return min(max(n, -1), 1) }

package janggi

// checkInfo describes the threats to the general of the side to move. It tells
// which pseudo-legal moves are legal without a look, and which must be verified
// one by one.
type checkInfo struct {
	general Point // of the side to move
	facing  bool  // the generals must not face each other after the move
	quiet   bool  // no enemy piece attacks a point of the palace after any move
	inCheck bool
	evading bool // in check, or facing when that must be broken

	// Without evading: moves of pinned pieces need verification. Other moves
	// are legal, except that only cannons may move to a forbidden point,
	// because any other piece there would become a screen.
	pinned    Bitboard
	forbidden Bitboard

	// When evading: only moves to an evasion and moves of a screen can be
	// legal, and all of them need verification.
	evasions Bitboard
	screens  Bitboard
}

// unverified returns the pieces in own that targets must be called for: the
// general and pinned pieces, or all when evading.
func (s *checkInfo) unverified(own Bitboard) Bitboard {
	if s.evading {
		return own
	}
	return s.pinned.Or(pointBitboards[s.general])
}

// checkInfo examines the enemy pieces around the general of the side to move.
func (p *Position) checkInfo(d Duty) (s checkInfo) {
	s.general = p.generals[p.turn]
	enemy := p.sides[p.turn.Other()]
	around := &palaceAttackTables[p.turn&1]
	s.facing = d&BreakFacing != 0 || d&AvoidFacing != 0 && !p.Facing()
	s.quiet = !s.facing && !enemy.Meets(
		around.rays.And(p.kinds[Chariot].Or(p.kinds[Cannon])).
			Or(around.horses.And(p.kinds[Horse])).
			Or(around.elephants.And(p.kinds[Elephant])).
			Or(around.soldiers.And(p.kinds[Soldier])))
	if !s.quiet {
		p.scanAttackers(&s, enemy)
	}
	return s
}

func (p *Position) scanAttackers(s *checkInfo, enemy Bitboard) {
	s.evasions = fullBoard
	a, occupied, own := attackTables[s.general], p.Occupied(), p.sides[p.turn]
	if checkers := enemy.And(a.soldiers).And(p.kinds[Soldier]); !checkers.Empty() {
		s.inCheck = true
		for !checkers.Empty() {
			s.evasions = s.evasions.And(pointBitboards[checkers.Pop()])
		}
	}
	open := enemy.And(a.rays.And(p.kinds[Chariot]).Or(a.horses.And(p.kinds[Horse])).Or(a.elephants.And(p.kinds[Elephant])))
	for !open.Empty() {
		from := open.Pop()
		between := a.between[from]
		blockers := between.And(occupied)
		switch blockers.Len() {
		case 0:
			s.inCheck = true
			s.evasions = s.evasions.And(between.Or(pointBitboards[from]))
		case 1:
			s.pinned = s.pinned.Or(blockers.And(own))
		}
	}
	for jumping := enemy.And(a.rays).And(p.kinds[Cannon]); !jumping.Empty(); {
		from := jumping.Pop()
		p.scanCannon(s, from, a.between[from], own, occupied)
	}
	s.evading = s.inCheck
	if other := p.generals[p.turn.Other()]; s.facing && s.general.File() == other.File() {
		between := a.between[other]
		blockers := between.And(occupied)
		switch blockers.Len() {
		case 0:
			s.evading = true
			s.evasions = s.evasions.And(between)
		case 1:
			s.pinned = s.pinned.Or(blockers.And(own))
		}
	}
}

// scanCannon examines one cannon on a line with the general.
func (p *Position) scanCannon(s *checkInfo, cannon Point, between, own, occupied Bitboard) {
	screens := between.And(occupied)
	switch screens.Len() {
	case 0: // a piece that moves between becomes the screen
		s.forbidden = s.forbidden.Or(between)
	case 1:
		if screens.Meets(p.kinds[Cannon]) { // what captures it becomes the screen
			s.forbidden = s.forbidden.Or(screens)
			return
		}
		s.inCheck = true
		s.evasions = s.evasions.And(between.Or(pointBitboards[cannon]))
		s.screens = s.screens.Or(screens.And(own))
	case 2: // when one leaves, the other may be left as the screen
		s.pinned = s.pinned.Or(screens.And(own))
	}
}

// isSafe verifies a pseudo-legal move: afterwards the mover's general cannot be
// captured, and does not face the other if it must not.
func (p *Position) isSafe(s *checkInfo, from, to Point) bool {
	source, target := pointBitboards[from], pointBitboards[to]
	occupied := p.Occupied().Without(source).Or(target)
	cannons := p.kinds[Cannon].Without(target)
	if cannons.Meets(source) {
		cannons = cannons.Without(source).Or(target)
	}
	general, other := s.general, p.turn.Other()
	if from == general {
		general = to
	}
	if s.facing && faces(general, p.generals[other], occupied) {
		return false
	}
	return p.attackersOn(general, p.sides[other].Without(target), occupied, cannons).Empty()
}

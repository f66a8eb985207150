package janggi

// safety is what the side to move must heed so that its general cannot be captured after
// the move. It sorts the moves of all pieces but the general: most need no look
// at all, and the rest are tried one by one.
type safety struct {
	general Point // of the side to move
	facing  bool  // the generals must not face after the move
	calm    bool  // no enemy piece can threaten any point of the palace, whatever moves
	checked bool  // the general could be captured now
	pressed bool  // checked, or facing where that must be broken

	// When not pressed, moves of tied pieces are to be tried; others are safe
	// but for those that put a piece other than a cannon on a barred point,
	// which expose the general.
	tied   set
	barred set

	// When pressed, only moves to an answering point and moves of a screen may
	// be safe, and are to be tried.
	answers set
	screens set
}

// tried returns the pieces among own whose moves targets must be asked about: the
// general, tied pieces, and all when pressed.
func (s *safety) tried(own set) set {
	if s.pressed {
		return own
	}
	return s.tied.or(sets[s.general])
}

// safety surveys the enemy pieces that look at the general of the side to move.
func (p *Position) safety(d Duty) (s safety) {
	s.general = p.generals[p.turn]
	enemy := p.sides[p.turn.Other()]
	around := &surroundings[p.turn&1]
	s.facing = d&BreakFacing != 0 || d&AvoidFacing != 0 && !p.Facing()
	s.calm = !s.facing && !enemy.meets(
		around.lines.and(p.kinds[Chariot].or(p.kinds[Cannon])).
			or(around.horses.and(p.kinds[Horse])).
			or(around.elephants.and(p.kinds[Elephant])).
			or(around.soldiers.and(p.kinds[Soldier])))
	if !s.calm {
		p.survey(&s, enemy)
	}
	return s
}

func (p *Position) survey(s *safety, enemy set) {
	s.answers = everywhere
	a, occupied, own := approaches[s.general], p.occupied(), p.sides[p.turn]
	if checkers := enemy.and(a.soldiers).and(p.kinds[Soldier]); !checkers.empty() {
		s.checked = true
		for !checkers.empty() {
			s.answers = s.answers.and(sets[checkers.pop()])
		}
	}
	open := enemy.and(a.lines.and(p.kinds[Chariot]).or(a.horses.and(p.kinds[Horse])).or(a.elephants.and(p.kinds[Elephant])))
	for !open.empty() {
		from := open.pop()
		between := a.between[from]
		blockers := between.and(occupied)
		switch blockers.len() {
		case 0:
			s.checked = true
			s.answers = s.answers.and(between.or(sets[from]))
		case 1:
			s.tied = s.tied.or(blockers.and(own))
		}
	}
	for jumping := enemy.and(a.lines).and(p.kinds[Cannon]); !jumping.empty(); {
		from := jumping.pop()
		p.surveyCannon(s, from, a.between[from], own, occupied)
	}
	s.pressed = s.checked
	if other := p.generals[p.turn.Other()]; s.facing && s.general.File() == other.File() {
		between := a.between[other]
		blockers := between.and(occupied)
		switch blockers.len() {
		case 0:
			s.pressed = true
			s.answers = s.answers.and(between)
		case 1:
			s.tied = s.tied.or(blockers.and(own))
		}
	}
}

// surveyCannon surveys one cannon on a line with the general.
func (p *Position) surveyCannon(s *safety, cannon Point, between, own, occupied set) {
	screens := between.and(occupied)
	switch screens.len() {
	case 0: // what steps between becomes the screen
		s.barred = s.barred.or(between)
	case 1:
		if screens.meets(p.kinds[Cannon]) { // what captures it becomes the screen
			s.barred = s.barred.or(screens)
			return
		}
		s.checked = true
		s.answers = s.answers.and(between.or(sets[cannon]))
		s.screens = s.screens.or(screens.and(own))
	case 2: // when one leaves, the other may be left as the screen
		s.tied = s.tied.or(screens.and(own))
	}
}

// isSafe tries a move that a piece of the side to move can make: it tells
// whether its general cannot be captured after it, and does not face the other if it must not.
func (p *Position) isSafe(s *safety, from, to Point) bool {
	source, target := sets[from], sets[to]
	occupied := p.occupied().without(source).or(target)
	cannons := p.kinds[Cannon].without(target)
	if cannons.meets(source) {
		cannons = cannons.without(source).or(target)
	}
	general, other := s.general, p.turn.Other()
	if from == general {
		general = to
	}
	if s.facing && faces(general, p.generals[other], occupied) {
		return false
	}
	return p.attackersOn(general, p.sides[other].without(target), occupied, cannons).empty()
}

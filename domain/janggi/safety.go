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
	tied   Set
	barred Set

	// When pressed, only moves to an answering point and moves of a screen may
	// be safe, and are to be tried.
	answers Set
	screens Set
}

// tried returns the pieces among own whose moves targets must be asked about: the
// general, tied pieces, and all when pressed.
func (s *safety) tried(own Set) Set {
	if s.pressed {
		return own
	}
	return s.tied.Or(sets[s.general])
}

// safety surveys the enemy pieces that look at the general of the side to move.
func (p *Position) safety(d Duty) (s safety) {
	s.general = p.generals[p.turn]
	enemy := p.sides[p.turn.Other()]
	around := &surroundings[p.turn&1]
	s.facing = d&BreakFacing != 0 || d&AvoidFacing != 0 && !p.Facing()
	s.calm = !s.facing && !enemy.Meets(
		around.lines.And(p.kinds[Chariot].Or(p.kinds[Cannon])).
			Or(around.horses.And(p.kinds[Horse])).
			Or(around.elephants.And(p.kinds[Elephant])).
			Or(around.soldiers.And(p.kinds[Soldier])))
	if !s.calm {
		p.survey(&s, enemy)
	}
	return s
}

func (p *Position) survey(s *safety, enemy Set) {
	s.answers = everywhere
	a, occupied, own := approaches[s.general], p.Occupied(), p.sides[p.turn]
	if checkers := enemy.And(a.soldiers).And(p.kinds[Soldier]); !checkers.Empty() {
		s.checked = true
		for !checkers.Empty() {
			s.answers = s.answers.And(sets[checkers.Pop()])
		}
	}
	open := enemy.And(a.lines.And(p.kinds[Chariot]).Or(a.horses.And(p.kinds[Horse])).Or(a.elephants.And(p.kinds[Elephant])))
	for !open.Empty() {
		from := open.Pop()
		between := a.between[from]
		blockers := between.And(occupied)
		switch blockers.Len() {
		case 0:
			s.checked = true
			s.answers = s.answers.And(between.Or(sets[from]))
		case 1:
			s.tied = s.tied.Or(blockers.And(own))
		}
	}
	for jumping := enemy.And(a.lines).And(p.kinds[Cannon]); !jumping.Empty(); {
		from := jumping.Pop()
		p.surveyCannon(s, from, a.between[from], own, occupied)
	}
	s.pressed = s.checked
	if other := p.generals[p.turn.Other()]; s.facing && s.general.File() == other.File() {
		between := a.between[other]
		blockers := between.And(occupied)
		switch blockers.Len() {
		case 0:
			s.pressed = true
			s.answers = s.answers.And(between)
		case 1:
			s.tied = s.tied.Or(blockers.And(own))
		}
	}
}

// surveyCannon surveys one cannon on a line with the general.
func (p *Position) surveyCannon(s *safety, cannon Point, between, own, occupied Set) {
	screens := between.And(occupied)
	switch screens.Len() {
	case 0: // what steps between becomes the screen
		s.barred = s.barred.Or(between)
	case 1:
		if screens.Meets(p.kinds[Cannon]) { // what captures it becomes the screen
			s.barred = s.barred.Or(screens)
			return
		}
		s.checked = true
		s.answers = s.answers.And(between.Or(sets[cannon]))
		s.screens = s.screens.Or(screens.And(own))
	case 2: // when one leaves, the other may be left as the screen
		s.tied = s.tied.Or(screens.And(own))
	}
}

// isSafe tries a move that a piece of the side to move can make: it tells
// whether its general cannot be captured after it, and does not face the other if it must not.
func (p *Position) isSafe(s *safety, from, to Point) bool {
	source, target := sets[from], sets[to]
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

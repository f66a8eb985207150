package engine

import "github.com/janggid/janggid/domain/janggi"

// maxPhase is the material of both sides but for the soldiers, in points, at
// the start: 2 × (26 + 14 + 10 + 6 + 6).
const maxPhase = 124

func phaseOf(p *janggi.Position) int {
	soldiers := p.Kind(janggi.Soldier).Len() * janggi.Soldier.Points()
	return min(p.Material(janggi.Cho)+p.Material(janggi.Han)-soldiers, maxPhase)
}

// evaluator adds up the terms of a position, or counts them when it has a
// trace.
type evaluator struct {
	weights *[termCount]weight
	trace   *Trace
	sum     [2]weight
	views   [2]view
}

// view holds one side's attacks.
type view struct {
	by        [janggi.KindCount]janggi.Bitboard // points attacked by each kind
	all       janggi.Bitboard
	twice     janggi.Bitboard
	attackers int // pieces that attack the enemy's palace
}

func (v *view) attack(kind janggi.Kind, reach janggi.Bitboard) {
	v.by[kind] = v.by[kind].Or(reach)
	v.twice = v.twice.Or(v.all.And(reach))
	v.all = v.all.Or(reach)
}

func (e *evaluator) add(side janggi.Side, i term, n int) {
	e.sum[side] += e.weights[i] * weight(n)
	if e.trace != nil {
		e.trace.add(i, n*(1-2*int(side)))
	}
}

// evaluate estimates a position for Cho, in hundredths of a soldier. placement
// is the sum of the pieces' placement values, Cho's less Han's.
func (e *evaluator) evaluate(p *janggi.Position, rules *janggi.Rules, placement weight) Score {
	e.terms(p, rules)
	sum := placement + e.sum[janggi.Cho] - e.sum[janggi.Han]
	phase := phaseOf(p)
	return Score((sum.middle()*phase + sum.end()*(maxPhase-phase)) / maxPhase)
}

// terms adds up all terms but the placement.
func (e *evaluator) terms(p *janggi.Position, rules *janggi.Rules) {
	e.sum = [2]weight{}
	for side := range janggi.Side(2) {
		e.look(p, side)
	}
	for side := range janggi.Side(2) {
		e.threats(p, side)
		e.palace(p, side)
		e.holding(p, side)
	}
	e.lead(p, rules)
	e.add(p.SideToMove(), ownTurn, 1)
}

// look adds up the mobility of a side's pieces and collects their attacks.
func (e *evaluator) look(p *janggi.Position, side janggi.Side) {
	v := &e.views[side]
	*v = view{}
	enemy := side.Other()
	occupied, free, cannons := p.Occupied(), p.Empty(), p.Kind(janggi.Cannon)
	general := p.General(side)
	v.by[janggi.General] = janggi.PalaceSteps(general)
	v.all = v.by[janggi.General]
	for rest := p.Pieces(side, janggi.Guard); !rest.Empty(); {
		v.attack(janggi.Guard, janggi.PalaceSteps(rest.Pop()))
	}
	soldiers := p.Pieces(side, janggi.Soldier)
	v.attack(janggi.Soldier, janggi.SoldierAttacks(side, soldiers).And(janggi.FullBoard()))
	target := janggi.Palace(enemy)
	for rest := soldiers.And(nearPalace[enemy]); !rest.Empty(); {
		if janggi.SoldierAttacks(side, janggi.BitboardOf(rest.Pop())).Meets(target) {
			v.attackers++
		}
	}
	shunned := janggi.SoldierAttacks(enemy, p.Pieces(enemy, janggi.Soldier))
	goal := janggi.FullBoard().Without(p.Of(side)).Without(shunned)
	for rest := p.Pieces(side, janggi.Chariot); !rest.Empty(); {
		reach := janggi.ChariotAttacks(rest.Pop(), occupied)
		v.attack(janggi.Chariot, reach)
		e.add(side, chariotMobility+term(min(reach.And(goal).Len(), 19)), 1)
		e.bear(v, side, janggi.Chariot, reach, target)
	}
	for rest := p.Pieces(side, janggi.Cannon); !rest.Empty(); {
		reach := janggi.CannonAttacks(rest.Pop(), occupied, cannons).Without(cannons)
		v.attack(janggi.Cannon, reach)
		e.add(side, cannonMobility+term(min(reach.And(goal).Len(), 19)), 1)
		e.bear(v, side, janggi.Cannon, reach, target)
	}
	for rest := p.Pieces(side, janggi.Horse); !rest.Empty(); {
		reach := janggi.HorseAttacks(janggi.BitboardOf(rest.Pop()), free).And(janggi.FullBoard())
		v.attack(janggi.Horse, reach)
		e.add(side, horseMobility+term(reach.And(goal).Len()), 1)
		e.bear(v, side, janggi.Horse, reach, target)
	}
	for rest := p.Pieces(side, janggi.Elephant); !rest.Empty(); {
		reach := janggi.ElephantAttacks(janggi.BitboardOf(rest.Pop()), free).And(janggi.FullBoard())
		v.attack(janggi.Elephant, reach)
		e.add(side, elephantMobility+term(reach.And(goal).Len()), 1)
		e.bear(v, side, janggi.Elephant, reach, target)
	}
}

// nearPalace holds the points from which enemy soldiers attack a side's palace:
// in it and beside it.
var nearPalace = [2]janggi.Bitboard{around(janggi.Palace(janggi.Cho), janggi.Han), around(janggi.Palace(janggi.Han), janggi.Cho)}

// around returns the points from which a soldier of that side reaches some
// point of the palace.
func around(palace janggi.Bitboard, side janggi.Side) (found janggi.Bitboard) {
	for rest := janggi.FullBoard(); !rest.Empty(); {
		point := rest.Pop()
		if janggi.SoldierAttacks(side, janggi.BitboardOf(point)).Meets(palace) {
			found = found.Or(janggi.BitboardOf(point))
		}
	}
	return found
}

// bear adds a piece's attacks on the enemy palace.
func (e *evaluator) bear(v *view, side janggi.Side, kind janggi.Kind, reach, palace janggi.Bitboard) {
	if hits := reach.And(palace); !hits.Empty() {
		v.attackers++
		e.add(side, palaceAttacks+term(kind), hits.Len())
	}
}

// threats adds a side's attacked and protected pieces.
func (e *evaluator) threats(p *janggi.Position, side janggi.Side) {
	own, other := &e.views[side], &e.views[side.Other()]
	enemy := p.Of(side.Other())
	turn := term(0)
	if p.SideToMove() == side {
		turn = 1
	}
	attackers := [4]janggi.Bitboard{own.by[janggi.Soldier], own.by[janggi.Horse].Or(own.by[janggi.Elephant]), own.by[janggi.Cannon], own.by[janggi.Chariot]}
	for i, reach := range attackers {
		for hits := reach.And(enemy); !hits.Empty(); {
			victim := p.At(hits.Pop()).Kind()
			if victim != janggi.General {
				e.add(side, threatened+(term(i)*kinds+term(victim))*2+turn, 1)
			}
		}
	}
	for loose := own.all.And(enemy).Without(other.all); !loose.Empty(); {
		if victim := p.At(loose.Pop()).Kind(); victim != janggi.General {
			e.add(side, hanging+term(victim)*2+turn, 1)
		}
	}
	for kind := janggi.Guard; kind <= janggi.Soldier; kind++ {
		if n := p.Pieces(side, kind).And(own.all).Len(); n > 0 {
			e.add(side, defended+term(kind), n)
		}
	}
}

// palace adds a side's pressure on the enemy general.
func (e *evaluator) palace(p *janggi.Position, side janggi.Side) {
	enemy := side.Other()
	own, other := &e.views[side], &e.views[enemy]
	general := p.General(enemy)
	beside := janggi.PalaceSteps(general)
	for _, kind := range [...]janggi.Kind{janggi.Chariot, janggi.Cannon, janggi.Horse, janggi.Elephant, janggi.Soldier} {
		if n := own.by[kind].And(beside).Len(); n > 0 {
			e.add(side, generalAttacks+term(kind), n)
		}
	}
	e.add(side, palaceAttackers+term(min(own.attackers, 7)), 1)
	guarded := other.twice.Or(other.all.Without(other.by[janggi.General]))
	e.add(side, weakPalace+term(own.all.And(janggi.Palace(enemy)).Without(guarded).Len()), 1)
	e.add(enemy, generalMobility+term(beside.Without(p.Of(enemy)).Without(own.all).Len()), 1)
	checks := p.CheckPoints(enemy)
	safe := p.Empty().Without(other.all)
	for _, kind := range [...]janggi.Kind{janggi.Chariot, janggi.Cannon, janggi.Horse, janggi.Elephant, janggi.Soldier} {
		if n := own.by[kind].And(checks[kind]).And(safe).Len(); n > 0 {
			e.add(side, safeChecks+term(kind), n)
		}
	}
	lines := janggi.Rays(general)
	for rest := p.Pieces(side, janggi.Cannon).And(lines); !rest.Empty(); {
		between := janggi.Between(general, rest.Pop()).And(p.Occupied())
		switch n := between.Len(); {
		case n == 0:
			e.add(side, cannonBears, 1)
		case n == 1 && between.Meets(p.Kind(janggi.Cannon)):
			e.add(side, cannonBears+1, 1)
		case n == 2:
			e.add(side, cannonBears+2, 1)
		case n > 2:
			e.add(side, cannonBears+3, 1)
		}
	}
	for rest := p.Pieces(side, janggi.Chariot).And(lines); !rest.Empty(); {
		switch n := janggi.Between(general, rest.Pop()).And(p.Occupied()).Len(); {
		case n == 1:
			e.add(side, chariotBears, 1)
		case n > 1:
			e.add(side, chariotBears+1, 1)
		}
	}
}

// holding adds a side's remaining pieces and the structure of its soldiers and
// guards.
func (e *evaluator) holding(p *janggi.Position, side janggi.Side) {
	enemy := side.Other()
	soldiers := p.Pieces(side, janggi.Soldier)
	e.add(side, linkedSoldiers+term(soldiers.And(soldiers.Beside()).Len()), 1)
	guards := p.Pieces(side, janggi.Guard)
	e.add(side, guardsAtHand+term(guards.And(janggi.PalaceSteps(p.General(side))).Len()), 1)
	e.add(side, guardsLeft+term(guards.Len()*3+p.Pieces(enemy, janggi.Chariot).Len()), 1)
	for kind := janggi.Guard; kind < janggi.Soldier; kind++ {
		if p.Pieces(side, kind).Len() > 1 {
			e.add(side, bothLeft+term(kind), 1)
		}
	}
	if n := p.Pieces(side, janggi.Cannon).Len(); n > 0 {
		e.add(side, screens+term(p.Occupied().Without(p.Kind(janggi.Cannon)).Len()/4), n)
	}
}

// lead adds the value of being ahead if points decide the game.
func (e *evaluator) lead(p *janggi.Position, rules *janggi.Rules) {
	if rules.Scoring != janggi.ScoringPoints {
		return
	}
	margin := 2*(p.Material(janggi.Cho)-p.Material(janggi.Han)) - int(rules.Deom)
	side := janggi.Cho
	if margin < 0 {
		side, margin = janggi.Han, -margin
	}
	size := term(5)
	for i, most := range [...]int{0, 3, 8, 16, 28} {
		if margin <= most {
			size = term(i)
			break
		}
	}
	if size > 0 {
		e.add(side, pointsLead+size, 1)
	}
}

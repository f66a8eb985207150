package janggi

// Attackers returns the pieces of both sides that could capture on a point,
// given the occupied points and the cannons among them. Pieces missing from
// occupied do not count. Pins are ignored.
func (p *Position) Attackers(point Point, occupied, cannons Bitboard) Bitboard {
	t := pointBitboards[point]
	free := fullBoard.Without(occupied)
	found := ChariotAttacks(point, occupied).And(p.kinds[Chariot]).
		Or(horseAttackers(t, free).And(p.kinds[Horse])).
		Or(elephantAttackers(t, free).And(p.kinds[Elephant])).
		Or(soldierAttackers(Cho, t).And(p.kinds[Soldier]).And(p.sides[Cho])).
		Or(soldierAttackers(Han, t).And(p.kinds[Soldier]).And(p.sides[Han])).
		Or(palaceSteps[point&127].And(p.kinds[General].Or(p.kinds[Guard])))
	if !cannons.Has(point) {
		found = found.Or(CannonAttacks(point, occupied, cannons).And(cannons))
	}
	return found.And(occupied)
}

// CheckPoints returns, for each kind, the points from which a piece of that
// kind would give check to a side's general, occupied or not. Discovered checks
// are not included. Generals and guards never give check.
func (p *Position) CheckPoints(general Side) (points [kindCount]Bitboard) {
	at := p.generals[general]
	occupied := p.Occupied()
	t, free := pointBitboards[at], fullBoard.Without(occupied)
	points[Chariot] = ChariotAttacks(at, occupied).And(fullBoard)
	points[Cannon] = CannonAttacks(at, occupied, p.kinds[Cannon]).And(fullBoard)
	points[Horse] = horseAttackers(t, free).And(fullBoard)
	points[Elephant] = elephantAttackers(t, free).And(fullBoard)
	points[Soldier] = soldierAttackers(general.Other(), t).And(fullBoard)
	return points
}

// KindCount is the length of a table indexed by Kind.
const KindCount = kindCount

// GivesCheck reports whether a legal move gives check. The move is not a pass.
func (p *Position) GivesCheck(m Move) bool {
	source, target := pointBitboards[m.From()], pointBitboards[m.To()]
	occupied := p.Occupied().Without(source).Or(target)
	cannons := p.kinds[Cannon].Without(source).Without(target)
	general := p.generals[p.turn.Other()]
	a := attackTables[general]
	between := a.between[m.To()].And(occupied)
	direct := false
	switch p.board[m.From()].Kind() {
	case Chariot:
		direct = a.rays.Meets(target) && between.Empty()
	case Cannon:
		direct = a.rays.Meets(target) && between.Len() == 1 && !between.Meets(cannons)
		cannons = cannons.Or(target)
	case Horse:
		direct = a.horses.Meets(target) && between.Empty()
	case Elephant:
		direct = a.elephants.Meets(target) && between.Empty()
	case Soldier:
		direct = a.soldiers.Meets(target)
	}
	return direct || !p.attackersOn(general, p.sides[p.turn].Without(source), occupied, cannons).Empty()
}

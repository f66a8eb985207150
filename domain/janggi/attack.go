package janggi

// Attackers returns the pieces of both sides that could capture on the point,
// whoever stands there, if the occupied points and the cannons among them were
// as given. Pieces that have left the board must be missing from occupied; that
// a piece is tied to its general plays no part.
func (p *Position) Attackers(point Point, occupied, cannons Set) Set {
	t := sets[point]
	free := everywhere.Without(occupied)
	found := ChariotReach(point, occupied).And(p.kinds[Chariot]).
		Or(horsesReaching(t, free).And(p.kinds[Horse])).
		Or(elephantsReaching(t, free).And(p.kinds[Elephant])).
		Or(soldiersReaching(Cho, t).And(p.kinds[Soldier]).And(p.sides[Cho])).
		Or(soldiersReaching(Han, t).And(p.kinds[Soldier]).And(p.sides[Han])).
		Or(palaceSteps[point&127].And(p.kinds[General].Or(p.kinds[Guard])))
	if !cannons.Has(point) {
		found = found.Or(CannonReach(point, occupied, cannons).And(cannons))
	}
	return found.And(occupied)
}

// CheckPoints returns, for each kind, the points from which a piece of that
// kind would give check to that side's general as the board stands, whatever
// stands on them now: what a move uncovers is not looked at. Generals and
// guards never give check.
func (p *Position) CheckPoints(general Side) (points [kindCount]Set) {
	at := p.generals[general]
	occupied := p.Occupied()
	t, free := sets[at], everywhere.Without(occupied)
	points[Chariot] = ChariotReach(at, occupied).And(everywhere)
	points[Cannon] = CannonReach(at, occupied, p.kinds[Cannon]).And(everywhere)
	points[Horse] = horsesReaching(t, free).And(everywhere)
	points[Elephant] = elephantsReaching(t, free).And(everywhere)
	points[Soldier] = soldiersReaching(general.Other(), t).And(everywhere)
	return points
}

// KindCount bounds the values of a Kind: it is the length of a table that is
// indexed by one.
const KindCount = kindCount

// GivesCheck tells whether a legal move, no pass, gives check.
func (p *Position) GivesCheck(m Move) bool {
	source, target := sets[m.From()], sets[m.To()]
	occupied := p.Occupied().Without(source).Or(target)
	cannons := p.kinds[Cannon].Without(source).Without(target)
	general := p.generals[p.turn.Other()]
	a := approaches[general]
	between := a.between[m.To()].And(occupied)
	direct := false
	switch p.board[m.From()].Kind() {
	case Chariot:
		direct = a.lines.Meets(target) && between.Empty()
	case Cannon:
		direct = a.lines.Meets(target) && between.Len() == 1 && !between.Meets(cannons)
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

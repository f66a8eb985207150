package janggi

// validate returns an *InvalidPositionError for an impossible position.
func (p *Position) validate() error {
	var counts [pieceCount]int
	for point := range Point(PointCount) {
		piece := p.At(point)
		if piece == NoPiece {
			continue
		}
		counts[piece]++
		side, kind := piece.Side(), piece.Kind()
		switch {
		case counts[piece] > kinds[kind].inSet:
			return invalid("%s has more than %d of the kind %s", side, kinds[kind].inSet, kind)
		case (kind == General || kind == Guard) && !inPalace(side, point):
			return invalid("%s's %s on %s is outside its palace", side, kind, point)
		case kind == Soldier && rankFrom(side, point) < soldierRank:
			return invalid("%s's soldier on %s is behind its first rank", side, point)
		}
	}
	for _, side := range [2]Side{Cho, Han} {
		if counts[NewPiece(side, General)] == 0 {
			return invalid("%s has no general", side)
		}
	}
	if idle := p.turn.Other(); !p.attackers(idle).Empty() {
		return invalid("%s is in check and not to move", idle)
	}
	return nil
}

// soldierRank is the rank on which soldiers start, counted from zero from their
// own back row.
const soldierRank = 3

// rankFrom returns a point's rank counted from a side's back row, which is 0.
func rankFrom(side Side, point Point) int {
	if side == Han {
		return RankCount - 1 - point.Rank()
	}
	return point.Rank()
}

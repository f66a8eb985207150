package janggi

// attackTable lists the points from which each kind of enemy piece attacks one
// point of a palace, and the points between. The points between matter the same
// way for all: a chariot's path, a cannon's screen, the legs of a horse or an
// elephant.
type attackTable struct {
	rays      Bitboard // chariots and cannons: file, rank and palace diagonals
	horses    Bitboard
	elephants Bitboard
	soldiers  Bitboard
	between   [PointCount]Bitboard
}

// attackTables holds a table for each point of the palaces, nil for other
// points.
var attackTables = newAttackTables()

// palaceAttackTables joins the tables of each side's palace; between is unused.
// Without an enemy piece on any of these points no move can expose the general.
var palaceAttackTables = newPalaceAttackTables()

func newAttackTables() *[256]*attackTable {
	table := new([256]*attackTable)
	for side, palace := range palaces {
		for rest := palace; !rest.Empty(); {
			point := rest.Pop()
			table[point] = newAttackTable(point, Side(side))
		}
	}
	return table
}

func newPalaceAttackTables() *[2]attackTable {
	table := new([2]attackTable)
	for side, palace := range palaces {
		all := &table[side]
		for rest := palace; !rest.Empty(); {
			one := attackTables[rest.Pop()]
			all.rays = all.rays.Or(one.rays)
			all.horses = all.horses.Or(one.horses)
			all.elephants = all.elephants.Or(one.elephants)
			all.soldiers = all.soldiers.Or(one.soldiers)
		}
	}
	return table
}

func newAttackTable(general Point, side Side) *attackTable {
	a := new(attackTable)
	for from := range Point(PointCount) {
		s := pointBitboards[from]
		switch {
		case ChariotAttacks(from, Bitboard{}).Has(general):
			a.rays = a.rays.Or(s)
			a.between[from] = blockersOf(func(on Bitboard) bool { return ChariotAttacks(from, on).Has(general) })
		case HorseAttacks(s, fullBoard).Has(general):
			a.horses = a.horses.Or(s)
			a.between[from] = blockersOf(func(on Bitboard) bool { return HorseAttacks(s, fullBoard.Without(on)).Has(general) })
		case ElephantAttacks(s, fullBoard).Has(general):
			a.elephants = a.elephants.Or(s)
			a.between[from] = blockersOf(func(on Bitboard) bool { return ElephantAttacks(s, fullBoard.Without(on)).Has(general) })
		}
		if SoldierAttacks(side.Other(), s).Has(general) {
			a.soldiers = a.soldiers.Or(s)
		}
	}
	return a
}

// blockersOf returns the points on which a piece blocks an attack. arrives
// reports whether the attack succeeds with the given points occupied.
func blockersOf(arrives func(on Bitboard) bool) (blocking Bitboard) {
	for point := range Point(PointCount) {
		if !arrives(pointBitboards[point]) {
			blocking = blocking.Or(pointBitboards[point])
		}
	}
	return blocking
}

package janggi

// approach is how enemy pieces can threaten a general that stands on a certain point of
// its palace: where each kind must stand, and what lies between. What a
// chariot passes over, a cannon jumps, or a horse's or elephant's legs need free is the
// same question for all: what stands on the points between.
type approach struct {
	lines     Set // chariots and cannons: the general's file, rank and palace diagonals
	horses    Set
	elephants Set
	soldiers  Set
	between   [PointCount]Set
}

// approaches holds the approach to each point of the palaces, nil for other points.
var approaches = newApproaches()

// surroundings holds, for each side, every point from which an enemy piece
// threatens some point of its palace; between is unused. When no enemy piece stands there, no
// move can expose the general.
var surroundings = newSurroundings()

func newApproaches() *[256]*approach {
	table := new([256]*approach)
	for side, palace := range palaces {
		for rest := palace; !rest.Empty(); {
			point := rest.Pop()
			table[point] = newApproach(point, Side(side))
		}
	}
	return table
}

func newSurroundings() *[2]approach {
	table := new([2]approach)
	for side, palace := range palaces {
		all := &table[side]
		for rest := palace; !rest.Empty(); {
			one := approaches[rest.Pop()]
			all.lines = all.lines.Or(one.lines)
			all.horses = all.horses.Or(one.horses)
			all.elephants = all.elephants.Or(one.elephants)
			all.soldiers = all.soldiers.Or(one.soldiers)
		}
	}
	return table
}

func newApproach(general Point, side Side) *approach {
	a := new(approach)
	for from := range Point(PointCount) {
		s := sets[from]
		switch {
		case ChariotReach(from, Set{}).Has(general):
			a.lines = a.lines.Or(s)
			a.between[from] = inTheWay(func(on Set) bool { return ChariotReach(from, on).Has(general) })
		case HorseReach(s, everywhere).Has(general):
			a.horses = a.horses.Or(s)
			a.between[from] = inTheWay(func(on Set) bool { return HorseReach(s, everywhere.Without(on)).Has(general) })
		case ElephantReach(s, everywhere).Has(general):
			a.elephants = a.elephants.Or(s)
			a.between[from] = inTheWay(func(on Set) bool { return ElephantReach(s, everywhere.Without(on)).Has(general) })
		}
		if SoldierReach(side.Other(), s).Has(general) {
			a.soldiers = a.soldiers.Or(s)
		}
	}
	return a
}

// inTheWay returns the points on which any piece stops another from
// reaching its target; arrives tells whether it gets there with pieces on some points.
func inTheWay(arrives func(on Set) bool) (blocking Set) {
	for point := range Point(PointCount) {
		if !arrives(sets[point]) {
			blocking = blocking.Or(sets[point])
		}
	}
	return blocking
}

package janggi

// approach is how enemy pieces can threaten a general that stands on a certain point of
// its palace: where each kind must stand, and what lies between. What a
// chariot passes over, a cannon jumps, or a horse's or elephant's legs need free is the
// same question for all: what stands on the points between.
type approach struct {
	lines     set // chariots and cannons: the general's file, rank and palace diagonals
	horses    set
	elephants set
	soldiers  set
	between   [PointCount]set
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
		for rest := palace; !rest.empty(); {
			point := rest.pop()
			table[point] = newApproach(point, Side(side))
		}
	}
	return table
}

func newSurroundings() *[2]approach {
	table := new([2]approach)
	for side, palace := range palaces {
		all := &table[side]
		for rest := palace; !rest.empty(); {
			one := approaches[rest.pop()]
			all.lines = all.lines.or(one.lines)
			all.horses = all.horses.or(one.horses)
			all.elephants = all.elephants.or(one.elephants)
			all.soldiers = all.soldiers.or(one.soldiers)
		}
	}
	return table
}

func newApproach(general Point, side Side) *approach {
	a := new(approach)
	for from := range Point(PointCount) {
		s := sets[from]
		switch {
		case chariotReach(from, set{}).has(general):
			a.lines = a.lines.or(s)
			a.between[from] = inTheWay(func(on set) bool { return chariotReach(from, on).has(general) })
		case horseReach(s, everywhere).has(general):
			a.horses = a.horses.or(s)
			a.between[from] = inTheWay(func(on set) bool { return horseReach(s, everywhere.without(on)).has(general) })
		case elephantReach(s, everywhere).has(general):
			a.elephants = a.elephants.or(s)
			a.between[from] = inTheWay(func(on set) bool { return elephantReach(s, everywhere.without(on)).has(general) })
		}
		if soldierReach(side.Other(), s).has(general) {
			a.soldiers = a.soldiers.or(s)
		}
	}
	return a
}

// inTheWay returns the points on which any piece stops another from
// reaching its target; arrives tells whether it gets there with pieces on some points.
func inTheWay(arrives func(on set) bool) (blocking set) {
	for point := range Point(PointCount) {
		if !arrives(sets[point]) {
			blocking = blocking.or(sets[point])
		}
	}
	return blocking
}

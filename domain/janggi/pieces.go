package janggi

// Pieces returns where that side's pieces of a kind stand.
func (p *Position) Pieces(side Side, kind Kind) Set { return p.sides[side].And(p.kinds[kind]) }

// Of returns where that side's pieces stand.
func (p *Position) Of(side Side) Set { return p.sides[side] }

// Kind returns where the pieces of a kind stand, of both sides.
func (p *Position) Kind(kind Kind) Set { return p.kinds[kind] }

// Occupied returns the points on which a piece stands.
func (p *Position) Occupied() Set { return p.sides[Cho].Or(p.sides[Han]) }

// Empty returns the points on which no piece stands.
func (p *Position) Empty() Set { return everywhere.Without(p.Occupied()) }

// Palace returns that side's palace (궁성).
func Palace(side Side) Set { return palaces[side] }

// PalaceReach returns where a general or guard on a point of its palace may go,
// own pieces included; nothing for other points.
func PalaceReach(point Point) Set { return palaceSteps[point&127] }

// Everywhere returns the whole board.
func Everywhere() Set { return everywhere }

// Between returns the points that lie between a point of a palace and another
// from which a chariot, cannon, horse or elephant could threaten it, and
// nothing for other points: what stands there is a screen or in the way.
func Between(inPalace, from Point) Set { return approaches[inPalace].between[from] }

// Lines returns the points on the file, the rank and the palace diagonals of a
// point of a palace.
func Lines(inPalace Point) Set { return approaches[inPalace].lines }

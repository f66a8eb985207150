package janggi

// Pieces returns the points of a side's pieces of a kind.
func (p *Position) Pieces(side Side, kind Kind) Bitboard { return p.sides[side].And(p.kinds[kind]) }

// Of returns the points of a side's pieces.
func (p *Position) Of(side Side) Bitboard { return p.sides[side] }

// Kind returns the points of both sides' pieces of a kind.
func (p *Position) Kind(kind Kind) Bitboard { return p.kinds[kind] }

// Occupied returns the occupied points.
func (p *Position) Occupied() Bitboard { return p.sides[Cho].Or(p.sides[Han]) }

// Empty returns the empty points.
func (p *Position) Empty() Bitboard { return fullBoard.Without(p.Occupied()) }

// Palace returns a side's palace (궁성).
func Palace(side Side) Bitboard { return palaces[side] }

// PalaceSteps returns where a general or guard on a point of its palace may go,
// own pieces included; nothing for other points.
func PalaceSteps(point Point) Bitboard { return palaceSteps[point&127] }

// Everywhere returns the whole board.
func FullBoard() Bitboard { return fullBoard }

// Between returns the points between a palace point and a point from which a
// chariot, cannon, horse or elephant could attack it: pieces there are screens
// or blockers. It is empty for other points.
func Between(inPalace, from Point) Bitboard { return attackTables[inPalace].between[from] }

// Lines returns the points on the file, the rank and the palace diagonals of a
// point of a palace.
func Rays(inPalace Point) Bitboard { return attackTables[inPalace].rays }

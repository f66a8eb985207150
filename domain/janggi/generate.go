package janggi

// Duty is what a move must do beyond section 4 of the rules, as bits.
type Duty uint8

const (
	// BreakFacing: after the move the generals must not face each other.
	BreakFacing Duty = 1 << iota
	// AvoidFacing: the move must not make the generals face that did not before.
	AvoidFacing
)

// AppendMoves appends every move of a piece of the side to move that leaves its own
// general safe and keeps the duty, and returns the extended slice. A pass is not among them.
func (p *Position) AppendMoves(dst []Move, d Duty) []Move {
	p.eachPseudoMove(func(m Move) bool {
		if p.keepsSafe(m, d) {
			dst = append(dst, m)
		}
		return true
	})
	return dst
}

// HasMove tells whether AppendMoves would append any.
func (p *Position) HasMove(d Duty) bool {
	found := false
	p.eachPseudoMove(func(m Move) bool {
		found = p.keepsSafe(m, d)
		return !found
	})
	return found
}

// IsLegal tells whether AppendMoves would append m; any value of m may be asked.
func (p *Position) IsLegal(m Move, d Duty) bool {
	found := false
	p.eachPseudoMove(func(other Move) bool {
		found = m == other
		return !found
	})
	return found && p.keepsSafe(m, d)
}

// InCheck tells whether an enemy piece could capture the general of the side to move.
func (p *Position) InCheck() bool { return p.attacked(p.generals[p.turn], p.turn.Other()) }

// AppendCheckers appends the points of the pieces that give check to the side to move.
func (p *Position) AppendCheckers(dst []Point) []Point {
	for from := range Point(PointCount) {
		if piece := p.board[from]; piece != NoPiece && piece.Side() != p.turn && p.reaches(from, p.generals[p.turn]) {
			dst = append(dst, from)
		}
	}
	return dst
}

// Facing tells whether the generals face each other on an open file.
func (p *Position) Facing() bool {
	cho, han := p.generals[Cho], p.generals[Han]
	if cho.File() != han.File() {
		return false
	}
	for point := cho + FileCount; point < han; point += FileCount {
		if p.board[point] != NoPiece {
			return false
		}
	}
	return true
}

func (p *Position) keepsSafe(m Move, d Duty) bool {
	after := *p
	after.Play(m)
	if after.attacked(after.generals[p.turn], p.turn.Other()) {
		return false
	}
	return d == 0 || !after.Facing() || d == AvoidFacing && p.Facing()
}

func (p *Position) attacked(target Point, by Side) bool {
	for from := range Point(PointCount) {
		if piece := p.board[from]; piece != NoPiece && piece.Side() == by && p.reaches(from, target) {
			return true
		}
	}
	return false
}

func (p *Position) reaches(from, target Point) bool {
	found := false
	p.eachTarget(from, func(to Point) bool {
		found = to == target
		return !found
	})
	return found
}

func (p *Position) eachPseudoMove(visit func(Move) bool) {
	for from := range Point(PointCount) {
		piece := p.board[from]
		if piece == NoPiece || piece.Side() != p.turn {
			continue
		}
		more := true
		p.eachTarget(from, func(to Point) bool {
			more = visit(NewMove(from, to))
			return more
		})
		if !more {
			return
		}
	}
}

// eachTarget visits the points on which the piece may land under section 3.
func (p *Position) eachTarget(from Point, visit func(Point) bool) {
	piece := p.board[from]
	side := piece.Side()
	at := func(df, dr int) Point { return NewPoint(from.File()+df, from.Rank()+dr) }
	open := func(to Point) bool {
		return to != NoPoint && (p.board[to] == NoPiece || p.board[to].Side() != side)
	}
	for df := -1; df <= 1; df++ {
		for dr := -1; dr <= 1; dr++ {
			straight := (df == 0) != (dr == 0)
			diagonal := df != 0 && dr != 0 && onDiagonal(from) && at(df, dr) != NoPoint && onDiagonal(at(df, dr))
			switch piece.Kind() {
			case General, Guard:
				if to := at(df, dr); (straight || diagonal) && open(to) && inPalace(side, to) && !visit(to) {
					return
				}
			case Soldier:
				forward := 1 - 2*int(side)
				to := at(df, dr)
				ok := straight && dr != -forward || diagonal && dr == forward && inPalace(side.Other(), from)
				if ok && open(to) && !visit(to) {
					return
				}
			case Chariot, Cannon:
				if !straight && !diagonal {
					continue
				}
				jumped := false
				for n := 1; ; n++ {
					to := at(n*df, n*dr)
					if to == NoPoint || diagonal && !onDiagonal(to) {
						break
					}
					other := p.board[to]
					if piece.Kind() == Cannon {
						if other.Kind() == Cannon {
							break
						}
						if !jumped {
							jumped = other != NoPiece
							continue
						}
					}
					if open(to) && !visit(to) {
						return
					}
					if other != NoPiece {
						break
					}
				}
			case Horse, Elephant:
				if !straight || at(df, dr) == NoPoint || p.board[at(df, dr)] != NoPiece {
					continue
				}
				for _, turn := range [2]int{-1, 1} {
					// outward and to one side
					of, or := df, dr
					if df == 0 {
						of = turn
					} else {
						or = turn
					}
					to := at(df+of, dr+or)
					if piece.Kind() == Elephant {
						if to == NoPoint || p.board[to] != NoPiece {
							continue
						}
						to = at(df+2*of, dr+2*or)
					}
					if open(to) && !visit(to) {
						return
					}
				}
			}
		}
	}
}

// onDiagonal tells whether a palace diagonal runs through the point.
func onDiagonal(p Point) bool {
	return (inPalace(Cho, p) || inPalace(Han, p)) && (p.File()+min(p.Rank(), RankCount-1-p.Rank()))%2 == 1
}

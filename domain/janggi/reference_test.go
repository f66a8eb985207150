package janggi

import "slices"

// mailbox is a slow, obvious move generator, written from sections 3 and 4 of
// docs/rules.md independently of the fast one: it visits points one by one, and
// makes each move to see whether the general could be captured.
type mailbox struct {
	board [PointCount]Piece
	turn  Side
}

func newMailbox(p *Position) *mailbox {
	m := &mailbox{turn: p.SideToMove()}
	for point := range Point(PointCount) {
		m.board[point] = p.At(point)
	}
	return m
}

// legalMoves lists the legal moves in ascending order; no pass.
func (m *mailbox) legalMoves(d Duty) []Move {
	var moves []Move
	for from := range Point(PointCount) {
		if m.board[from] == NoPiece || m.board[from].Side() != m.turn {
			continue
		}
		m.eachTarget(from, func(to Point) {
			after := *m
			after.board[to], after.board[from] = after.board[from], NoPiece
			broken := d&BreakFacing != 0 && after.facing() || d&AvoidFacing != 0 && !m.facing() && after.facing()
			if !broken && len(after.attackers(m.turn)) == 0 {
				moves = append(moves, NewMove(from, to))
			}
		})
	}
	slices.Sort(moves)
	return moves
}

// attackers lists the points from which that side's general could be captured.
func (m *mailbox) attackers(side Side) []Point {
	var from []Point
	for point := range Point(PointCount) {
		if m.board[point] == NoPiece || m.board[point].Side() == side {
			continue
		}
		m.eachTarget(point, func(to Point) {
			if m.board[to] == NewPiece(side, General) {
				from = append(from, point)
			}
		})
	}
	return from
}

func (m *mailbox) facing() bool {
	cho := Point(slices.Index(m.board[:], NewPiece(Cho, General)))
	han := Point(slices.Index(m.board[:], NewPiece(Han, General)))
	for point := cho + FileCount; point < han; point += FileCount {
		if m.board[point] != NoPiece {
			return false
		}
	}
	return cho.File() == han.File()
}

// eachTarget visits the points on which the piece may land under section 3.
func (m *mailbox) eachTarget(from Point, visit func(Point)) {
	piece := m.board[from]
	side := piece.Side()
	at := func(df, dr int) Point { return NewPoint(from.File()+df, from.Rank()+dr) }
	open := func(to Point) bool {
		return to != NoPoint && (m.board[to] == NoPiece || m.board[to].Side() != side)
	}
	for df := -1; df <= 1; df++ {
		for dr := -1; dr <= 1; dr++ {
			straight := (df == 0) != (dr == 0)
			diagonal := df != 0 && dr != 0 && refDiagonal(from) && at(df, dr) != NoPoint && refDiagonal(at(df, dr))
			switch piece.Kind() {
			case General, Guard:
				if to := at(df, dr); (straight || diagonal) && open(to) && refPalace(side, to) {
					visit(to)
				}
			case Soldier:
				forward := 1 - 2*int(side)
				to := at(df, dr)
				ok := straight && dr != -forward || diagonal && dr == forward && refPalace(side.Other(), from)
				if ok && open(to) {
					visit(to)
				}
			case Chariot, Cannon:
				if !straight && !diagonal {
					continue
				}
				jumped := false
				for n := 1; ; n++ {
					to := at(n*df, n*dr)
					if to == NoPoint || diagonal && !refDiagonal(to) {
						break
					}
					other := m.board[to]
					if piece.Kind() == Cannon {
						if other.Kind() == Cannon {
							break
						}
						if !jumped {
							jumped = other != NoPiece
							continue
						}
					}
					if open(to) {
						visit(to)
					}
					if other != NoPiece {
						break
					}
				}
			case Horse, Elephant:
				if !straight || at(df, dr) == NoPoint || m.board[at(df, dr)] != NoPiece {
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
						if to == NoPoint || m.board[to] != NoPiece {
							continue
						}
						to = at(df+2*of, dr+2*or)
					}
					if open(to) {
						visit(to)
					}
				}
			}
		}
	}
}

// refDiagonal reports whether a palace diagonal runs through a point: a corner or
// a center.
func refDiagonal(p Point) bool {
	file, rank := p.File(), p.Rank()
	if file == 4 {
		return rank == 1 || rank == 8
	}
	return (file == 3 || file == 5) && (rank == 0 || rank == 2 || rank == 7 || rank == 9)
}

func refPalace(side Side, p Point) bool {
	if p.File() < 3 || p.File() > 5 {
		return false
	}
	return side == Cho && p.Rank() <= 2 || side == Han && p.Rank() >= 7
}

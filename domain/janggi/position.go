package janggi

// Position is the pieces on the board, the side to move, and two counters: the
// turns since the last capture and the move number. It is a comparable value,
// and copies are independent. The zero value is invalid: use StartPosition or
// ParseFEN.
type Position struct {
	kinds        [kindCount]Bitboard // points by kind, of both sides; that of NoKind is unused
	sides        [2]Bitboard         // points by side
	board        [PointCount]Piece
	turn         Side
	generals     [2]Point
	material     [2]int16
	sinceCapture int32
	moveNumber   int32
	key          uint64
}

// StartPosition returns the start of a game, Cho to move, with each side's
// horses and elephants placed by its setup.
func StartPosition(cho, han Setup) Position {
	p := Position{moveNumber: 1}
	for _, piece := range startPieces {
		p.put(NewPiece(Cho, piece.kind), piece.point)
		p.put(NewPiece(Han, piece.kind), mirrored(piece.point))
	}
	choKinds, hanKinds := cho.kinds(), han.kinds()
	for i, file := range [4]int{1, 2, 6, 7} {
		point := NewPoint(file, 0)
		p.put(NewPiece(Cho, choKinds[i]), point)
		p.put(NewPiece(Han, hanKinds[i]), rotated(point))
	}
	return p
}

// startPieces are Cho's pieces that are not part of a setup.
var startPieces = []struct {
	kind  Kind
	point Point
}{
	{General, 13},          // e2
	{Guard, 3}, {Guard, 5}, // d1 f1
	{Chariot, 0}, {Chariot, 8}, // a1 i1
	{Cannon, 19}, {Cannon, 25}, // b3 h3
	{Soldier, 27}, {Soldier, 29}, {Soldier, 31}, {Soldier, 33}, {Soldier, 35}, // a4 c4 e4 g4 i4
}

// mirrored returns the point on the same file, counted from the other back row.
func mirrored(p Point) Point { return NewPoint(p.File(), RankCount-1-p.Rank()) }

// rotated returns p as seen from the other side of the board.
func rotated(p Point) Point { return PointCount - 1 - p }

// SideToMove returns the side to move.
func (p *Position) SideToMove() Side { return p.turn }

// At returns the piece on a point of the board; NoPiece if it is empty.
func (p *Position) At(point Point) Piece { return p.board[point] }

// General returns the point of a side's general.
func (p *Position) General(side Side) Point { return p.generals[side] }

// Material returns the value of a side's pieces in whole points, without deom:
// 72 at the start.
func (p *Position) Material(side Side) int { return int(p.material[side]) }

// TurnsSinceCapture returns the number of turns by both sides, including
// passes, since the last capture.
func (p *Position) TurnsSinceCapture() int { return int(p.sinceCapture) }

// MoveNumber returns the FEN's move number: 1 at the start, incremented after
// each turn of Han.
func (p *Position) MoveNumber() int { return int(p.moveNumber) }

// Key returns the Zobrist key of the pieces and the side to move, without the
// counters. Positions that are equal for the repetition rule have equal keys.
func (p *Position) Key() uint64 { return p.key }

// Play makes a turn: a pass, or a pseudo-legal move of the piece on m.From
// (section 3 of docs/rules.md). It returns the captured piece or NoPiece.
func (p *Position) Play(m Move) (captured Piece) {
	p.sinceCapture++
	if !m.IsPass() {
		piece := p.board[m.From()]
		captured = p.board[m.To()]
		if captured != NoPiece {
			p.take(captured, m.To())
			p.sinceCapture = 0
		}
		p.take(piece, m.From())
		p.put(piece, m.To())
	}
	p.moveNumber += int32(p.turn)
	p.turn = p.turn.Other()
	p.key ^= keys.han
	return captured
}

// takeBack undoes Play, given the captured piece and the turns since the last
// capture before it.
func (p *Position) takeBack(m Move, captured Piece, sinceCapture int32) {
	p.turn = p.turn.Other()
	p.key ^= keys.han
	p.moveNumber -= int32(p.turn)
	p.sinceCapture = sinceCapture
	if m.IsPass() {
		return
	}
	piece := p.board[m.To()]
	p.take(piece, m.To())
	p.put(piece, m.From())
	if captured != NoPiece {
		p.put(captured, m.To())
	}
}

// put places a piece on an empty point.
func (p *Position) put(piece Piece, point Point) {
	side, kind := piece.Side(), piece.Kind()
	p.board[point] = piece
	p.key ^= keys.piece[piece][point]
	p.kinds[kind] = p.kinds[kind].Or(pointBitboards[point])
	p.sides[side] = p.sides[side].Or(pointBitboards[point])
	p.material[side] += int16(kind.Points())
	if kind == General {
		p.generals[side] = point
	}
}

// take removes a piece from its point.
func (p *Position) take(piece Piece, point Point) {
	side, kind := piece.Side(), piece.Kind()
	p.board[point] = NoPiece
	p.key ^= keys.piece[piece][point]
	p.kinds[kind] = p.kinds[kind].Without(pointBitboards[point])
	p.sides[side] = p.sides[side].Without(pointBitboards[point])
	p.material[side] -= int16(kind.Points())
}

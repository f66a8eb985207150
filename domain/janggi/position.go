package janggi

// Position is the pieces on the board, the side to move, and two counters: the
// turns since the last capture and the move number. It is a comparable value;
// a copy shares nothing with its origin. The zero value is no position: make one
// with StartPosition or ParseFEN.
type Position struct {
	kinds        [kindCount]Set // points by kind, of both sides; that of NoKind is unused
	sides        [2]Set         // points by side
	board        [PointCount]Piece
	turn         Side
	generals     [2]Point
	material     [2]int16
	sinceCapture int32
	moveNumber   int32
	key          uint64
}

// StartPosition returns the position in which a game begins, Cho to move, with each
// side's horses and elephants lined up by its setup.
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

// startPieces is where Cho's pieces begin that no setup moves.
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

// mirrored returns the point on the same file as seen from the other side's back row.
func mirrored(p Point) Point { return NewPoint(p.File(), RankCount-1-p.Rank()) }

// rotated returns the point that the other side sees where this side sees p.
func rotated(p Point) Point { return PointCount - 1 - p }

// SideToMove returns the side to move.
func (p *Position) SideToMove() Side { return p.turn }

// At returns the piece on a point of the board, NoPiece when it is empty.
func (p *Position) At(point Point) Piece { return p.board[point] }

// General returns where that side's general stands.
func (p *Position) General(side Side) Point { return p.generals[side] }

// Material returns the points of that side's pieces, in whole points and without
// deom: 72 at the start.
func (p *Position) Material(side Side) int { return int(p.material[side]) }

// TurnsSinceCapture returns how many turns, of both sides and passes too, have been
// made since the latest capture.
func (p *Position) TurnsSinceCapture() int { return int(p.sinceCapture) }

// MoveNumber returns the number of the move as a FEN has it: it starts at
// 1 and goes up after each turn of Han.
func (p *Position) MoveNumber() int { return int(p.moveNumber) }

// Key returns the Zobrist key of the pieces on the board and the side to move. Two
// positions that are the same for the repetition rule have the same key. The
// counters play no part in it.
func (p *Position) Key() uint64 { return p.key }

// Play makes a turn: m is a pass, or a move that section 3 of the rules allows
// to the piece on m.From. It returns what was captured, NoPiece if nothing.
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

// takeBack undoes a turn that Play made: it needs what was captured, and the
// turns since the last capture as they were before.
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

// put sets a piece on an empty point.
func (p *Position) put(piece Piece, point Point) {
	side, kind := piece.Side(), piece.Kind()
	p.board[point] = piece
	p.key ^= keys.piece[piece][point]
	p.kinds[kind] = p.kinds[kind].Or(sets[point])
	p.sides[side] = p.sides[side].Or(sets[point])
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
	p.kinds[kind] = p.kinds[kind].Without(sets[point])
	p.sides[side] = p.sides[side].Without(sets[point])
	p.material[side] -= int16(kind.Points())
}

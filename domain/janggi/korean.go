package janggi

import (
	"strings"
	"unicode/utf8"
)

// Format writes a legal move in Korean notation (기보): 79졸78, 35포65졸 for a
// capture, with 장군 appended for check, and 한수쉼 for a pass.
func (g *Game) Format(m Move) string {
	if m.IsPass() {
		return passText
	}
	text := koreanPoint(m.From()) + koreanName(g.position.At(m.From())) + koreanPoint(m.To())
	after := g.position
	if captured := after.Play(m); captured != NoPiece {
		text += koreanName(captured)
	}
	if after.InCheck() {
		text += checkText
	}
	return text
}

const (
	passText  = "한수쉼"
	checkText = "장군"
)

// Parse reads a turn: UCI (a4b4), Korean notation (79졸78; also hanja, a side
// mark before the piece, and the captured piece and 장군 after it), or a pass as
// pass, 한수쉼 or the general's point twice. Named pieces must match the board,
// with 졸 and 병 interchangeable; 장군 is not verified. The error is an
// [*IllegalMoveError] with unreadable, no_piece, not_your_piece or wrong_piece.
// [Game.Validate] decides whether the move is legal.
func (g *Game) Parse(text string) (Move, error) {
	text = strings.TrimSpace(text)
	if text == passText {
		return Pass, nil
	}
	if record, ok := parseKoreanMove(text); ok {
		return g.read(record)
	}
	m, err := ParseMove(text)
	if err != nil {
		return 0, illegal(ReasonUnreadable, NoPoint)
	}
	return g.read(koreanMove{move: m})
}

func (g *Game) read(r koreanMove) (Move, error) {
	if r.move.IsPass() {
		return Pass, nil
	}
	from, to := r.move.From(), r.move.To()
	if err := g.validateStart(from); err != nil {
		return 0, err
	}
	piece := g.position.At(from)
	if !r.piece.matches(piece) {
		return 0, illegal(ReasonWrongPiece, from)
	}
	if !r.captured.matches(g.position.At(to)) {
		return 0, illegal(ReasonWrongPiece, to)
	}
	if from == to && piece.Kind() == General {
		return Pass, nil
	}
	return r.move, nil
}

// koreanMove is a parsed move. A piece that the text does not name is the zero
// value.
type koreanMove struct {
	move     Move
	piece    namedPiece
	captured namedPiece
}

type namedPiece struct {
	kind   Kind
	marked bool // the text names the side too
	side   Side
}

func (n namedPiece) matches(p Piece) bool {
	return n.kind == NoKind || n.kind == p.Kind() && (!n.marked || n.side == p.Side())
}

func parseKoreanMove(text string) (koreanMove, bool) {
	var r koreanMove
	from, text := cutKoreanPoint(text)
	r.piece, text = cutKoreanPiece(text)
	to, text := cutKoreanPoint(text)
	if from == NoPoint || to == NoPoint || r.piece.kind == NoKind {
		return r, false
	}
	r.move = NewMove(from, to)
	// 장 names the general and also begins 장군, but generals are never captured.
	text = strings.TrimSuffix(text, checkText)
	if text != "" {
		r.captured, text = cutKoreanPiece(text)
	}
	return r, text == ""
}

// cutKoreanPoint cuts two digits off the front: the rank, counted 1 to 9 and 0
// from Han's back row, and the file, 1 to 9.
func cutKoreanPoint(text string) (Point, string) {
	if len(text) < 2 || text[0] < '0' || text[0] > '9' || text[1] < '1' || text[1] > '9' {
		return NoPoint, text
	}
	return NewPoint(int(text[1]-'1'), (RankCount-int(text[0]-'0'))%RankCount), text[2:]
}

func koreanPoint(p Point) string {
	return string([]byte{'0' + byte((RankCount-p.Rank())%RankCount), '1' + byte(p.File())})
}

// cutKoreanPiece cuts a piece's name, with or without a side mark, off the
// front; NoKind for none.
func cutKoreanPiece(text string) (namedPiece, string) {
	var named namedPiece
	name, size := utf8.DecodeRuneInString(text)
	if name == '楚' || name == '漢' {
		named.marked = true
		if name == '漢' {
			named.side = Han
		}
		text = text[size:]
		name, size = utf8.DecodeRuneInString(text)
	}
	kind, ok := KoreanKind(name)
	if !ok {
		return namedPiece{}, text
	}
	named.kind = kind
	return named, text[size:]
}

// KoreanKind returns the kind of piece named by a Hangul syllable or a hanja.
func KoreanKind(name rune) (Kind, bool) {
	switch name {
	case '장', '궁', '왕', '將':
		return General, true
	case '사', '士':
		return Guard, true
	case '차', '車':
		return Chariot, true
	case '포', '包':
		return Cannon, true
	case '마', '馬':
		return Horse, true
	case '상', '象':
		return Elephant, true
	case '졸', '병', '卒', '兵':
		return Soldier, true
	}
	return NoKind, false
}

func koreanName(p Piece) string {
	if p == NewPiece(Cho, Soldier) {
		return "졸"
	}
	return [...]string{NoKind: "", General: "장", Guard: "사", Chariot: "차", Cannon: "포", Horse: "마", Elephant: "상", Soldier: "병"}[p.Kind()]
}

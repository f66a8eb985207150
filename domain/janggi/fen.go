package janggi

import (
	"fmt"
	"strconv"
	"strings"
)

// InvalidPositionError explains why a FEN is malformed or its position
// impossible.
type InvalidPositionError struct {
	Detail string
}

func (e *InvalidPositionError) Error() string { return "invalid position: " + e.Detail }

func invalid(format string, args ...any) error {
	return &InvalidPositionError{Detail: fmt.Sprintf(format, args...)}
}

// maxCounter bounds both counters of a FEN. No game is longer than 2,000 turns.
const maxCounter = 9999

// ParseFEN reads a position in Forsyth–Edwards notation as Janggi engines write
// it: rows from rank 10 to 1 with Cho's letters in upper case, then w (Cho to
// move) or b (Han), "-", "-", the turns since the last capture and the move
// number. It also accepts H and E for horse and elephant. Missing trailing
// fields default to Cho to move, 0 and 1.
//
// It returns an *InvalidPositionError for malformed text and for an impossible
// position: each side has one general, in its palace; guards are in their
// palace; soldiers are not behind their first rank; no kind has more pieces
// than a full set; the side not to move is not in check. The side to move may
// be checkmated.
func ParseFEN(fen string) (Position, error) {
	fields := strings.Fields(fen)
	if len(fields) == 0 || len(fields) > 6 {
		return Position{}, invalid("a FEN has one to six fields, this text has %d", len(fields))
	}
	p := Position{moveNumber: 1}
	if err := p.parseBoard(fields[0]); err != nil {
		return Position{}, err
	}
	if err := p.parseTail(fields[1:]); err != nil {
		return Position{}, err
	}
	if err := p.validate(); err != nil {
		return Position{}, err
	}
	return p, nil
}

// parseBoard puts the pieces of a FEN's first field on an empty board.
func (p *Position) parseBoard(field string) error {
	rows := strings.Split(field, "/")
	if len(rows) != RankCount {
		return invalid("the board has %d rows, not %d", len(rows), RankCount)
	}
	for i, row := range rows {
		rank, file := RankCount-1-i, 0
		for _, letter := range []byte(row) {
			if letter >= '1' && letter <= '9' {
				file += int(letter - '0')
				continue
			}
			piece := pieceOf(letter)
			if piece == NoPiece {
				return invalid("%q on rank %d is no piece", letter, rank+1)
			}
			point := NewPoint(file, rank)
			if point == NoPoint {
				return invalid("rank %d has more than %d points", rank+1, FileCount)
			}
			p.put(piece, point)
			file++
		}
		if file != FileCount {
			return invalid("rank %d has %d points, not %d", rank+1, file, FileCount)
		}
	}
	return nil
}

// pieceOf returns the piece of a FEN letter, NoPiece for any other letter.
func pieceOf(letter byte) Piece {
	side, lower := Han, letter
	if letter >= 'A' && letter <= 'Z' {
		side, lower = Cho, letter+('a'-'A')
	}
	switch lower {
	case 'h':
		return NewPiece(side, Horse)
	case 'e':
		return NewPiece(side, Elephant)
	}
	for kind := General; kind <= Soldier; kind++ {
		if kinds[kind].letter == lower {
			return NewPiece(side, kind)
		}
	}
	return NoPiece
}

// parseTail reads the fields after the board. Missing ones keep their defaults.
func (p *Position) parseTail(fields []string) (err error) {
	for i, field := range fields {
		switch i {
		case 0:
			switch field {
			case "w":
			case "b":
				p.turn, p.key = Han, p.key^keys.han
			default:
				return invalid("the side to move is w (Cho) or b (Han), not %q", field)
			}
		case 1, 2:
			if field != "-" {
				return invalid("field %d of a Janggi FEN is -, not %q", i+2, field)
			}
		case 3:
			p.sinceCapture, err = parseCounter("turns since the last capture", field)
		case 4:
			p.moveNumber, err = parseCounter("move number", field)
			p.moveNumber = max(p.moveNumber, 1) // some programs count moves from 0
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func parseCounter(name, field string) (int32, error) {
	n, err := strconv.ParseUint(field, 10, 32)
	if err != nil || n > maxCounter {
		return 0, invalid("the %s is a number from 0 to %d, not %q", name, maxCounter, field)
	}
	return int32(n), nil
}

// FEN writes the position as ParseFEN reads it, all six fields.
func (p *Position) FEN() string {
	text := make([]byte, 0, 100)
	for rank := RankCount - 1; rank >= 0; rank-- {
		empty := byte(0)
		for _, piece := range p.board[rank*FileCount : (rank+1)*FileCount] {
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				text = append(text, '0'+empty)
				empty = 0
			}
			text = append(text, piece.Letter())
		}
		if empty > 0 {
			text = append(text, '0'+empty)
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}
	text = append(text, [...]string{Cho: " w - - ", Han: " b - - "}[p.turn]...)
	// A game that starts at the bound counts beyond it; ParseFEN must accept
	// the result.
	text = strconv.AppendInt(text, int64(min(p.sinceCapture, maxCounter)), 10)
	text = append(text, ' ')
	return string(strconv.AppendInt(text, int64(min(p.moveNumber, maxCounter)), 10))
}

package janggi

import "fmt"

// Kind is a type of piece, independent of its side.
type Kind uint8

// The seven kinds; NoKind marks an empty point.
const (
	NoKind   Kind = iota
	General       // 궁, 왕
	Guard         // 사
	Chariot       // 차
	Cannon        // 포
	Horse         // 마
	Elephant      // 상
	Soldier       // 졸 (Cho), 병 (Han)
)

const kindCount = int(Soldier) + 1

// kinds holds each kind's name, FEN letter (in Han's case), material value, and
// number in a full set.
var kinds = [kindCount]struct {
	name   string
	letter byte
	points int
	inSet  int
}{
	NoKind:   {"none", '.', 0, 0},
	General:  {"general", 'k', 0, 1},
	Guard:    {"guard", 'a', 3, 2},
	Chariot:  {"chariot", 'r', 13, 2},
	Cannon:   {"cannon", 'c', 7, 2},
	Horse:    {"horse", 'n', 5, 2},
	Elephant: {"elephant", 'b', 3, 2},
	Soldier:  {"soldier", 'p', 2, 5},
}

// String returns the English name, such as "chariot"; "none" for NoKind.
func (k Kind) String() string {
	if int(k) >= kindCount {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kinds[k].name
}

// Points returns the material value in whole points: chariot 13, cannon 7,
// horse 5, elephant 3, guard 3, soldier 2, general 0.
func (k Kind) Points() int {
	if int(k) >= kindCount {
		return 0
	}
	return kinds[k].points
}

// MarshalText writes the name. It fails for an invalid value.
func (k Kind) MarshalText() ([]byte, error) {
	if int(k) >= kindCount {
		return nil, fmt.Errorf("invalid kind value %d", uint8(k))
	}
	return []byte(kinds[k].name), nil
}

// UnmarshalText reads a name that String writes.
func (k *Kind) UnmarshalText(text []byte) error {
	for i := range kinds {
		if kinds[i].name == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("%q is not a kind of piece", text)
}

// Piece is a kind and a side. NoPiece, the zero value, is an empty point.
type Piece uint8

// NoPiece marks an empty point.
const NoPiece Piece = 0

// pieceCount is the length of a table indexed by Piece.
const pieceCount = 16

// NewPiece returns a side's piece of a kind; NoPiece for NoKind.
func NewPiece(side Side, kind Kind) Piece {
	if kind == NoKind {
		return NoPiece
	}
	return Piece(kind) | Piece(side)<<3
}

// Side returns the piece's side. It is meaningless for NoPiece.
func (p Piece) Side() Side { return Side(p >> 3) }

// Kind returns the piece's kind; NoKind for NoPiece.
func (p Piece) Kind() Kind { return Kind(p & 7) }

// Letter returns the FEN letter: upper case for Cho, lower case for Han, a dot
// for NoPiece.
func (p Piece) Letter() byte {
	letter := kinds[p.Kind()].letter
	if p != NoPiece && p.Side() == Cho {
		letter -= 'a' - 'A'
	}
	return letter
}

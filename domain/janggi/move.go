package janggi

import "fmt"

// Move is one turn: a piece moves from one point to another, or the side passes
// (한수쉼). It does not name the moved or captured piece.
type Move uint16

// Pass is the turn without a move. Its From and To are NoPoint.
const Pass Move = 0xFFFF

// NewMove returns the move between two points. Two equal points do not make a
// pass: UCI writes a pass as the general's point twice, which needs a position.
func NewMove(from, to Point) Move { return Move(from) | Move(to)<<8 }

// From returns the point of origin; NoPoint for a pass.
func (m Move) From() Point { return Point(m) }

// To returns the target; NoPoint for a pass.
func (m Move) To() Point { return Point(m >> 8) }

// IsPass reports whether m is Pass.
func (m Move) IsPass() bool { return m == Pass }

// Append appends the move in UCI notation, such as "a9a10", or "pass".
func (m Move) Append(text []byte) []byte {
	if m.IsPass() {
		return append(text, "pass"...)
	}
	if !m.onBoard() {
		return append(append(text, m.From().String()...), m.To().String()...)
	}
	return m.To().append(m.From().append(text))
}

// String returns what Append appends.
func (m Move) String() string { return string(m.Append(make([]byte, 0, 6))) }

// onBoard reports whether both points are on the board.
func (m Move) onBoard() bool { return m.From() < PointCount && m.To() < PointCount }

// ParseMove reads two points, such as "a9a10", or "pass".
func ParseMove(text string) (Move, error) {
	if text == "pass" {
		return Pass, nil
	}
	from, rest := cutPoint(text)
	to, rest := cutPoint(rest)
	if from == NoPoint || to == NoPoint || rest != "" {
		return 0, fmt.Errorf("%q is not a move: two points such as a4b4, or pass", text)
	}
	return NewMove(from, to), nil
}

// MarshalText writes the move as String does; a move off the board is an error.
func (m Move) MarshalText() ([]byte, error) {
	if !m.IsPass() && !m.onBoard() {
		return nil, fmt.Errorf("invalid move value %d", uint16(m))
	}
	return m.Append(make([]byte, 0, 6)), nil
}

// UnmarshalText reads what ParseMove reads.
func (m *Move) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMove(string(text))
	return err
}

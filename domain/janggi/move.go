package janggi

import "fmt"

// Move is one turn: a piece goes from one point to another, or the side
// passes (한수쉼). It says nothing about what moves or is captured.
type Move uint16

// Pass is the turn in which nothing moves; its From and To are NoPoint.
const Pass Move = 0xFFFF

// NewMove returns the move between two points. Two equal points are no pass:
// only a position knows whether the general stands there, as UCI's way to
// write a pass demands.
func NewMove(from, to Point) Move { return Move(from) | Move(to)<<8 }

// From returns where the piece comes from; NoPoint for a pass.
func (m Move) From() Point { return Point(m) }

// To returns where the piece goes; NoPoint for a pass.
func (m Move) To() Point { return Point(m >> 8) }

// IsPass tells whether m is Pass.
func (m Move) IsPass() bool { return m == Pass }

// Append appends the move as UCI writes it, such as "a9a10", or "pass".
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

// onBoard tells whether both points are on the board.
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
		return nil, fmt.Errorf("no move has the value %d", uint16(m))
	}
	return m.Append(make([]byte, 0, 6)), nil
}

// UnmarshalText reads what ParseMove reads.
func (m *Move) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMove(string(text))
	return err
}

package janggi

import "fmt"

// Side is one of the two players. Cho (楚, 초) is blue or green, sits at ranks
// 1 to 3 and moves first; Han (漢, 한) is red and sits at ranks 8 to 10.
type Side uint8

// The two sides.
const (
	Cho Side = iota
	Han
)

// Other returns the opponent of s.
func (s Side) Other() Side { return s ^ 1 }

// String returns "cho" or "han".
func (s Side) String() string {
	switch s {
	case Cho:
		return "cho"
	case Han:
		return "han"
	}
	return fmt.Sprintf("Side(%d)", uint8(s))
}

// ParseSide reads "cho" or "han".
func ParseSide(text string) (Side, error) {
	switch text {
	case "cho":
		return Cho, nil
	case "han":
		return Han, nil
	}
	return 0, fmt.Errorf("side %q is neither cho nor han", text)
}

// MarshalText writes the side as String does. It fails for an invalid value.
func (s Side) MarshalText() ([]byte, error) {
	if s > Han {
		return nil, fmt.Errorf("invalid side value %d", uint8(s))
	}
	return []byte(s.String()), nil
}

// UnmarshalText reads what ParseSide reads.
func (s *Side) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSide(string(text))
	return err
}

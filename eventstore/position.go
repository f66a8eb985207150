package eventstore

import (
	"fmt"
	"strconv"
)

// Position orders the events of all streams. It is opaque: only comparisons of
// positions of one store mean anything, and gaps are normal. The zero Position
// is before every event.
type Position uint64

// String is the form that clients carry around.
func (p Position) String() string { return strconv.FormatUint(uint64(p), 10) }

// ParsePosition reads what String wrote.
func ParsePosition(s string) (Position, error) {
	n, err := strconv.ParseUint(s, 10, 63)
	if err != nil {
		return 0, fmt.Errorf("eventstore: %q is no position", s)
	}
	return Position(n), nil
}

package janggi

import "fmt"

// Size of the board: nine files, a to i from Cho's left, and ten ranks, 1 to 10
// from Cho's back row.
const (
	FileCount  = 9
	RankCount  = 10
	PointCount = FileCount * RankCount
)

// Point is one of the board's 90 points: file + 9 × rank, both counted from
// zero, so that a1 is 0, i1 is 8 and i10 is 89.
type Point uint8

// NoPoint is not on the board.
const NoPoint Point = 0xFF

// NewPoint returns the point on a file (0 to 8) and rank (0 to 9), or NoPoint
// if either is off the board.
func NewPoint(file, rank int) Point {
	if file < 0 || file >= FileCount || rank < 0 || rank >= RankCount {
		return NoPoint
	}
	return Point(file + FileCount*rank)
}

// File returns the file, 0 (a) to 8 (i).
func (p Point) File() int { return int(p % FileCount) }

// Rank returns the rank, 0 (written 1, Cho's back row) to 9 (written 10).
func (p Point) Rank() int { return int(p / FileCount) }

// String returns the point in UCI notation, such as "a10"; "-" if it is
// invalid.
func (p Point) String() string {
	if p >= PointCount {
		return "-"
	}
	return string(p.append(make([]byte, 0, 3)))
}

func (p Point) append(text []byte) []byte {
	text = append(text, 'a'+byte(p.File()))
	if p.Rank() == RankCount-1 {
		return append(text, '1', '0')
	}
	return append(text, '1'+byte(p.Rank()))
}

// ParsePoint reads a point as String writes it.
func ParsePoint(text string) (Point, error) {
	point, rest := cutPoint(text)
	if point == NoPoint || rest != "" {
		return NoPoint, fmt.Errorf("%q is not a point: a file a to i and a rank 1 to 10", text)
	}
	return point, nil
}

// cutPoint cuts a point off the front of text; NoPoint for none.
func cutPoint(text string) (Point, string) {
	if len(text) < 2 || text[0] < 'a' || text[0] > 'i' || text[1] < '1' || text[1] > '9' {
		return NoPoint, text
	}
	file := int(text[0] - 'a')
	if len(text) > 2 && text[1] == '1' && text[2] == '0' {
		return NewPoint(file, 9), text[3:]
	}
	return NewPoint(file, int(text[1]-'1')), text[2:]
}

// MarshalText writes the point as String does. It fails for an invalid point.
func (p Point) MarshalText() ([]byte, error) {
	if p >= PointCount {
		return nil, fmt.Errorf("invalid point value %d", uint8(p))
	}
	return []byte(p.String()), nil
}

// UnmarshalText reads what ParsePoint reads.
func (p *Point) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePoint(string(text))
	return err
}

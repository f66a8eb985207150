package janggi

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Points are counted in HALF points, because Han's deom is one and a half: 147
// is 73.5. JSON contains the plain number, 73.5 or 72.
type Points int

// Append appends the number of points, with ".5" where there is a half.
func (p Points) Append(b []byte) []byte {
	if p < 0 {
		b, p = append(b, '-'), -p
	}
	b = strconv.AppendInt(b, int64(p/2), 10)
	if p%2 != 0 {
		b = append(b, ".5"...)
	}
	return b
}

// String returns the text that Append appends.
func (p Points) String() string { return string(p.Append(nil)) }

// MarshalJSON writes the number of points.
func (p Points) MarshalJSON() ([]byte, error) { return p.Append(nil), nil }

// UnmarshalJSON reads a number of points. It rejects anything but a multiple of
// a half with an [*InvalidRulesError] that names the deom, the only option of
// this type.
func (p *Points) UnmarshalJSON(data []byte) error {
	var points float64
	if string(data) == "null" {
		return fmt.Errorf("points are a number, not null")
	}
	if err := json.Unmarshal(data, &points); err != nil {
		return fmt.Errorf("points are a number, not %s", data)
	}
	halves := points * 2
	if halves != math.Trunc(halves) || math.Abs(halves) > math.MaxInt32 {
		return &InvalidRulesError{"deom", fmt.Sprintf("%s is not a number of half points", data)}
	}
	*p = Points(halves)
	return nil
}

// pointSums returns both sides' material, plus the deom for Han.
func pointSums(p *Position, deom Points) [2]Points {
	return [2]Points{Cho: Points(2 * p.Material(Cho)), Han: Points(2*p.Material(Han)) + deom}
}

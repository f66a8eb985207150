package game

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// AppendJSON appends {"cho":{…},"han":{…}}. It is written by hand because it
// stands in every turn's event; periods_left appears only in byo-yomi, where a
// side that still plays has at least one.
func (c Clocks) AppendJSON(b []byte) []byte {
	b = append(b, `{"cho":`...)
	b = c[0].appendJSON(b)
	b = append(b, `,"han":`...)
	b = c[1].appendJSON(b)
	return append(b, '}')
}

func (c SideClock) appendJSON(b []byte) []byte {
	b = append(b, '{')
	if c.PeriodsLeft > 0 {
		b = append(b, `"periods_left":`...)
		b = strconv.AppendInt(b, int64(c.PeriodsLeft), 10)
		b = append(b, ',')
	}
	b = append(b, `"remaining_ms":`...)
	b = strconv.AppendInt(b, c.RemainingMS, 10)
	return append(b, '}')
}

// MarshalJSON writes what AppendJSON appends.
func (c Clocks) MarshalJSON() ([]byte, error) { return c.AppendJSON(nil), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Clocks) UnmarshalJSON(b []byte) error {
	var in BySide[struct {
		PeriodsLeft int   `json:"periods_left"`
		RemainingMS int64 `json:"remaining_ms"`
	}]
	if err := json.Unmarshal(b, &in); err != nil {
		return fmt.Errorf("game: clocks: %w", err)
	}
	*c = Clocks{
		{in.Cho.PeriodsLeft, in.Cho.RemainingMS},
		{in.Han.PeriodsLeft, in.Han.RemainingMS},
	}
	return nil
}

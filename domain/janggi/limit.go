package janggi

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Limit is a whole number of turns or points. Zero means no limit, null in
// JSON.
type Limit int

// MarshalJSON writes null for no limit.
func (l Limit) MarshalJSON() ([]byte, error) {
	if l == 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(l), 10), nil
}

// UnmarshalJSON reads null or a whole number. It rejects 0 with an
// [*InvalidRulesError], because 0 reads as a limit of zero, not as no limit.
func (l *Limit) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*l = 0
		return nil
	}
	var number json.Number
	if err := json.Unmarshal(data, &number); err != nil || data[0] == '"' {
		return fmt.Errorf("a limit is null or a number, not %s", data)
	}
	n, err := strconv.ParseInt(number.String(), 10, 32)
	if err != nil || n == 0 {
		return &InvalidRulesError{Detail: fmt.Sprintf("a limit is null or a whole number of at least 1, not %s", number)}
	}
	*l = Limit(n)
	return nil
}

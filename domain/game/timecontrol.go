package game

import (
	"encoding/json"
	"fmt"
)

// TimeControlType names a way of limiting a side's time (RULES section 8).
type TimeControlType string

const (
	PerMove   TimeControlType = "per_move"  // every turn has its own full time
	Fischer   TimeControlType = "fischer"   // an initial time, and an increment after every turn
	Byoyomi   TimeControlType = "byoyomi"   // main time, then a number of periods (초읽기)
	Unlimited TimeControlType = "unlimited" // no limit
)

// TimeControl is a game's time limit. All durations are milliseconds; only the
// fields of its type are set.
type TimeControl struct {
	Type        TimeControlType
	PerMoveMS   int64 // per_move: 1 s to 14 d
	InitialMS   int64 // fischer: 1 s to 24 h
	IncrementMS int64 // fischer: 0 to 5 min
	MainMS      int64 // byoyomi: 0 to 24 h
	Periods     int   // byoyomi: 1 to 30
	PeriodMS    int64 // byoyomi: 1 s to 14 d
}

const (
	second = 1000
	minute = 60 * second
	day    = 24 * 60 * minute
)

// DefaultTimeControl is 90 seconds a turn.
func DefaultTimeControl() TimeControl {
	return TimeControl{Type: PerMove, PerMoveMS: 90 * second}
}

// DefaultSetupMS is how long a side may take to choose its setup.
const DefaultSetupMS = 90 * second

// InvalidTimeControlError says which field of a time control cannot be.
type InvalidTimeControlError struct {
	Field  string
	Detail string
}

func (e *InvalidTimeControlError) Error() string {
	return fmt.Sprintf("time control: %s %s", e.Field, e.Detail)
}

// TimeControlFields are a time control's fields as they were sent: nil where one
// was left out, which is not the same as zero.
type TimeControlFields struct {
	IncrementMS *int64          `json:"increment_ms,omitempty"`
	InitialMS   *int64          `json:"initial_ms,omitempty"`
	MainMS      *int64          `json:"main_ms,omitempty"`
	PerMoveMS   *int64          `json:"per_move_ms,omitempty"`
	PeriodMS    *int64          `json:"period_ms,omitempty"`
	Periods     *int            `json:"periods,omitempty"`
	Type        TimeControlType `json:"type"`
}

// MarshalJSON writes the type and its own fields, no others.
func (tc TimeControl) MarshalJSON() ([]byte, error) {
	out := TimeControlFields{Type: tc.Type}
	switch tc.Type {
	case PerMove:
		out.PerMoveMS = &tc.PerMoveMS
	case Fischer:
		out.InitialMS, out.IncrementMS = &tc.InitialMS, &tc.IncrementMS
	case Byoyomi:
		out.MainMS, out.Periods, out.PeriodMS = &tc.MainMS, &tc.Periods, &tc.PeriodMS
	case Unlimited:
	default:
		return nil, fmt.Errorf("game: unknown time control type %q", tc.Type)
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (tc *TimeControl) UnmarshalJSON(b []byte) error {
	var in TimeControlFields
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	read, err := in.TimeControl()
	*tc = read
	return err
}

// TimeControl makes a time control of the fields that belong to its type. A
// per_move control without its field has the default of 90 seconds; everything
// else must be named. The error is an *InvalidTimeControlError; ranges are
// Validate's business.
func (in TimeControlFields) TimeControl() (TimeControl, error) {
	tc := TimeControl{Type: in.Type}
	if in.Type == PerMove && in.PerMoveMS == nil {
		in.PerMoveMS = new(DefaultTimeControl().PerMoveMS)
	}
	fields := []struct {
		name    string
		owner   TimeControlType
		present bool
		set     func()
	}{
		{"per_move_ms", PerMove, in.PerMoveMS != nil, func() { tc.PerMoveMS = *in.PerMoveMS }},
		{"initial_ms", Fischer, in.InitialMS != nil, func() { tc.InitialMS = *in.InitialMS }},
		{"increment_ms", Fischer, in.IncrementMS != nil, func() { tc.IncrementMS = *in.IncrementMS }},
		{"main_ms", Byoyomi, in.MainMS != nil, func() { tc.MainMS = *in.MainMS }},
		{"periods", Byoyomi, in.Periods != nil, func() { tc.Periods = *in.Periods }},
		{"period_ms", Byoyomi, in.PeriodMS != nil, func() { tc.PeriodMS = *in.PeriodMS }},
	}
	if err := tc.checkType(); err != nil {
		return TimeControl{}, err
	}
	for _, f := range fields {
		switch {
		case f.owner == in.Type && !f.present:
			return TimeControl{}, &InvalidTimeControlError{f.name, "is missing"}
		case f.owner != in.Type && f.present:
			return TimeControl{}, &InvalidTimeControlError{f.name, fmt.Sprintf("does not belong to type %q", in.Type)}
		case f.present:
			f.set()
		}
	}
	return tc, nil
}

func (tc TimeControl) checkType() error {
	switch tc.Type {
	case PerMove, Fischer, Byoyomi, Unlimited:
		return nil
	}
	return &InvalidTimeControlError{"type", "must be per_move, fischer, byoyomi or unlimited"}
}

// Validate checks the ranges. The error is an *InvalidTimeControlError.
func (tc TimeControl) Validate() error {
	if err := tc.checkType(); err != nil {
		return err
	}
	ranges := []struct {
		owner       TimeControlType
		name        string
		value       int64
		least, most int64
	}{
		{PerMove, "per_move_ms", tc.PerMoveMS, second, 14 * day},
		{Fischer, "initial_ms", tc.InitialMS, second, day},
		{Fischer, "increment_ms", tc.IncrementMS, 0, 5 * minute},
		{Byoyomi, "main_ms", tc.MainMS, 0, day},
		{Byoyomi, "periods", int64(tc.Periods), 1, 30},
		{Byoyomi, "period_ms", tc.PeriodMS, second, 14 * day},
	}
	for _, r := range ranges {
		if r.owner == tc.Type && (r.value < r.least || r.value > r.most) {
			return &InvalidTimeControlError{r.name, fmt.Sprintf("must be %d to %d", r.least, r.most)}
		}
	}
	return nil
}

// ValidateSetupTime checks the time for choosing a setup, in milliseconds; 0 is
// no limit.
func ValidateSetupTime(ms int64) error {
	if ms != 0 && (ms < second || ms > 14*day) {
		return &InvalidTimeControlError{"setup_ms", fmt.Sprintf("must be %d to %d", second, 14*day)}
	}
	return nil
}

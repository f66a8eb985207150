package game

import (
	"encoding/json"
	"errors"
	"testing"
)

func TestTimeControlJSON(t *testing.T) {
	tests := []struct {
		json string
		want TimeControl
		back string // what is written; "" for the same
	}{
		{`{"type":"per_move","per_move_ms":30000}`, TimeControl{Type: PerMove, PerMoveMS: 30_000}, `{"per_move_ms":30000,"type":"per_move"}`},
		{`{"type":"per_move"}`, TimeControl{Type: PerMove, PerMoveMS: 90_000}, `{"per_move_ms":90000,"type":"per_move"}`},
		{`{"increment_ms":0,"initial_ms":60000,"type":"fischer"}`, TimeControl{Type: Fischer, InitialMS: 60_000}, ""},
		{`{"main_ms":0,"period_ms":10000,"periods":3,"type":"byoyomi"}`, TimeControl{Type: Byoyomi, Periods: 3, PeriodMS: 10_000}, ""},
		{`{"type":"unlimited"}`, TimeControl{Type: Unlimited}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.json, func(t *testing.T) {
			var got TimeControl
			if err := json.Unmarshal([]byte(tt.json), &got); err != nil || got != tt.want {
				t.Fatalf("read %+v, %v; want %+v", got, err, tt.want)
			}
			if tt.back == "" {
				tt.back = tt.json
			}
			if back, err := json.Marshal(got); err != nil || string(back) != tt.back {
				t.Errorf("wrote %s, %v; want %s", back, err, tt.back)
			}
		})
	}
}

func TestTimeControlJSONRefuses(t *testing.T) {
	tests := []struct{ json, field string }{
		{`{"type":"hourglass"}`, "type"},
		{`{}`, "type"},
		{`{"type":"fischer","initial_ms":60000}`, "increment_ms"},
		{`{"type":"fischer","increment_ms":0}`, "initial_ms"},
		{`{"type":"byoyomi","periods":3,"period_ms":10000}`, "main_ms"},
		{`{"type":"byoyomi","main_ms":0,"period_ms":10000}`, "periods"},
		{`{"type":"byoyomi","main_ms":0,"periods":3}`, "period_ms"},
		{`{"type":"unlimited","per_move_ms":90000}`, "per_move_ms"},
		{`{"type":"per_move","per_move_ms":90000,"periods":3}`, "periods"},
	}
	for _, tt := range tests {
		t.Run(tt.json, func(t *testing.T) {
			var invalid *InvalidTimeControlError
			err := json.Unmarshal([]byte(tt.json), new(TimeControl))
			if !errors.As(err, &invalid) || invalid.Field != tt.field {
				t.Errorf("got %v, want one about %s", err, tt.field)
			}
		})
	}
	t.Run("a type that does not exist is never written", func(t *testing.T) {
		if b, err := json.Marshal(TimeControl{Type: "hourglass"}); err == nil {
			t.Errorf("wrote %s", b)
		}
	})
}

func TestTimeControlRanges(t *testing.T) {
	tests := []struct {
		name        string
		least, most TimeControl
		below, over TimeControl
		field       string
	}{
		{
			"per_move: 1 s to 14 d", TimeControl{Type: PerMove, PerMoveMS: 1_000}, TimeControl{Type: PerMove, PerMoveMS: 1_209_600_000},
			TimeControl{Type: PerMove, PerMoveMS: 999}, TimeControl{Type: PerMove, PerMoveMS: 1_209_600_001}, "per_move_ms",
		},
		{
			"initial: 1 s to 24 h", TimeControl{Type: Fischer, InitialMS: 1_000}, TimeControl{Type: Fischer, InitialMS: 86_400_000},
			TimeControl{Type: Fischer, InitialMS: 999}, TimeControl{Type: Fischer, InitialMS: 86_400_001}, "initial_ms",
		},
		{
			"increment: 0 to 5 min", TimeControl{Type: Fischer, InitialMS: 1_000}, TimeControl{Type: Fischer, InitialMS: 1_000, IncrementMS: 300_000},
			TimeControl{Type: Fischer, InitialMS: 1_000, IncrementMS: -1}, TimeControl{Type: Fischer, InitialMS: 1_000, IncrementMS: 300_001}, "increment_ms",
		},
		{
			"main: 0 to 24 h", TimeControl{Type: Byoyomi, Periods: 1, PeriodMS: 1_000}, TimeControl{Type: Byoyomi, MainMS: 86_400_000, Periods: 1, PeriodMS: 1_000},
			TimeControl{Type: Byoyomi, MainMS: -1, Periods: 1, PeriodMS: 1_000}, TimeControl{Type: Byoyomi, MainMS: 86_400_001, Periods: 1, PeriodMS: 1_000}, "main_ms",
		},
		{
			"periods: 1 to 30", TimeControl{Type: Byoyomi, Periods: 1, PeriodMS: 1_000}, TimeControl{Type: Byoyomi, Periods: 30, PeriodMS: 1_000},
			TimeControl{Type: Byoyomi, Periods: 0, PeriodMS: 1_000}, TimeControl{Type: Byoyomi, Periods: 31, PeriodMS: 1_000}, "periods",
		},
		{
			"period: 1 s to 14 d", TimeControl{Type: Byoyomi, Periods: 1, PeriodMS: 1_000}, TimeControl{Type: Byoyomi, Periods: 1, PeriodMS: 1_209_600_000},
			TimeControl{Type: Byoyomi, Periods: 1, PeriodMS: 999}, TimeControl{Type: Byoyomi, Periods: 1, PeriodMS: 1_209_600_001}, "period_ms",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, ok := range []TimeControl{tt.least, tt.most} {
				if err := ok.Validate(); err != nil {
					t.Errorf("%+v refused: %v", ok, err)
				}
			}
			for _, bad := range []TimeControl{tt.below, tt.over} {
				var invalid *InvalidTimeControlError
				if err := bad.Validate(); !errors.As(err, &invalid) || invalid.Field != tt.field {
					t.Errorf("%+v: %v, want one about %s", bad, err, tt.field)
				}
			}
		})
	}
}

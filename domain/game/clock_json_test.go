package game

import (
	"encoding/json"
	"testing"
)

func TestClocksJSON(t *testing.T) {
	tests := []struct {
		clocks Clocks
		want   string
	}{
		{Clocks{}, `{"cho":{"remaining_ms":0},"han":{"remaining_ms":0}}`},
		{Clocks{{RemainingMS: 90_000}, {RemainingMS: 1}}, `{"cho":{"remaining_ms":90000},"han":{"remaining_ms":1}}`},
		{Clocks{{3, 0}, {1, 20_000}}, `{"cho":{"periods_left":3,"remaining_ms":0},"han":{"periods_left":1,"remaining_ms":20000}}`},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			b, err := json.Marshal(tt.clocks)
			if err != nil || string(b) != tt.want {
				t.Errorf("wrote %s, %v; want %s", b, err, tt.want)
			}
			var back Clocks
			if err := json.Unmarshal(b, &back); err != nil || back != tt.clocks {
				t.Errorf("read %+v, %v; want %+v", back, err, tt.clocks)
			}
		})
	}
}

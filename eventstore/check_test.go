package eventstore

import (
	"errors"
	"math"
	"testing"

	"github.com/google/uuid"
)

func TestCheckAppend(t *testing.T) {
	a := Event{ID: uuid.MustParse("0190a000-0000-7000-8000-000000000001"), Type: "MovePlayed"}
	b := Event{ID: uuid.MustParse("0190a000-0000-7000-8000-000000000002"), Type: "GameEnded"}
	tests := []struct {
		name     string
		stream   string
		expected Expectation
		events   []Event
		valid    bool
	}{
		{"one event", "game-1", NoStream(), []Event{a}, true},
		{"two events", "game-1", Exactly(0), []Event{a, b}, true},
		{"no stream name", "", NoStream(), []Event{a}, false},
		{"unset expectation", "game-1", Expectation{}, []Event{a}, false},
		{"no revision after the last", "game-1", Exactly(math.MaxUint64), []Event{a}, false},
		{"no events", "game-1", NoStream(), nil, false},
		{"no id", "game-1", NoStream(), []Event{{Type: "MovePlayed"}}, false},
		{"no type", "game-1", NoStream(), []Event{{ID: a.ID}}, false},
		{"an id twice", "game-1", NoStream(), []Event{a, b, a}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := CheckAppend(tt.stream, tt.expected, tt.events)
			if tt.valid != (err == nil) || !tt.valid && !errors.Is(err, ErrInvalid) {
				t.Errorf("CheckAppend = %v, valid should be %v", err, tt.valid)
			}
		})
	}
}

package game

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

func TestSeats(t *testing.T) {
	a, b := Player{ID: ann, Kind: Human}, Player{ID: ben, Kind: Human}
	tests := []struct {
		name   string
		seats  Seats
		player string
		holds  bool
		side   janggi.Side
		ok     bool
		full   bool
		solo   bool
	}{
		{"Cho's player", Seats{a, b}, ann, true, janggi.Cho, true, true, false},
		{"Han's player", Seats{a, b}, ben, true, janggi.Han, true, true, false},
		{"a stranger", Seats{a, b}, eve, false, 0, false, true, false},
		{"nobody is not the player of an empty seat", Seats{janggi.Cho: a}, "", false, 0, false, false, false},
		{"a half-empty table is no game against oneself", Seats{janggi.Han: b}, ben, true, janggi.Han, true, false, false},
		{"who plays both sides is on neither", Seats{a, a}, ann, true, 0, false, true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			side, ok := tt.seats.SideOf(tt.player)
			if holds := tt.seats.Holds(tt.player); holds != tt.holds || side != tt.side || ok != tt.ok {
				t.Errorf("holds %v, side %v %v; want %v, %v %v", holds, side, ok, tt.holds, tt.side, tt.ok)
			}
			if full, solo := tt.seats.Full(), tt.seats.SoloGame(); full != tt.full || solo != tt.solo {
				t.Errorf("full %v, solo %v; want %v, %v", full, solo, tt.full, tt.solo)
			}
		})
	}
}

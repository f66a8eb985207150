package game

import "testing"

func TestClockAfterATurn(t *testing.T) {
	perMove := TimeControl{Type: PerMove, PerMoveMS: 30_000}
	fischer := TimeControl{Type: Fischer, InitialMS: 60_000, IncrementMS: 5_000}
	byoyomi := TimeControl{Type: Byoyomi, MainMS: 20_000, Periods: 3, PeriodMS: 10_000}
	tests := []struct {
		name   string
		tc     TimeControl
		before SideClock
		spent  int64
		after  SideClock
	}{
		{"per_move: every turn has its full time", perMove, SideClock{RemainingMS: 30_000}, 29_999, SideClock{RemainingMS: 30_000}},
		{"fischer: an increment after the first turn already", fischer, SideClock{RemainingMS: 60_000}, 2_000, SideClock{RemainingMS: 63_000}},
		{"fischer: time adds up beyond the initial", fischer, SideClock{RemainingMS: 63_000}, 0, SideClock{RemainingMS: 68_000}},
		{"fischer: the last millisecond", fischer, SideClock{RemainingMS: 60_000}, 59_999, SideClock{RemainingMS: 5_001}},
		{"byoyomi: within main time", byoyomi, SideClock{3, 20_000}, 19_999, SideClock{3, 1}},
		{"byoyomi: exactly the main time uses no period", byoyomi, SideClock{3, 20_000}, 20_000, SideClock{3, 0}},
		{"byoyomi: 1 ms less than a period over", byoyomi, SideClock{3, 20_000}, 29_999, SideClock{3, 0}},
		{"byoyomi: exactly a period over uses it up", byoyomi, SideClock{3, 20_000}, 30_000, SideClock{2, 0}},
		{"byoyomi: two periods over", byoyomi, SideClock{3, 20_000}, 40_000, SideClock{1, 0}},
		{"byoyomi: 1 ms less than all periods", byoyomi, SideClock{3, 20_000}, 49_999, SideClock{1, 0}},
		{"byoyomi: a turn within a period costs none", byoyomi, SideClock{2, 0}, 9_999, SideClock{2, 0}},
		{"byoyomi: a whole period in a later turn", byoyomi, SideClock{2, 0}, 10_000, SideClock{1, 0}},
		{"unlimited", TimeControl{Type: Unlimited}, SideClock{}, 1 << 40, SideClock{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.tc.AfterTurn(tt.before, tt.spent); got != tt.after {
				t.Errorf("%+v, want %+v", got, tt.after)
			}
		})
	}
}

func TestDeadlines(t *testing.T) {
	byoyomi := TimeControl{Type: Byoyomi, MainMS: 20_000, Periods: 3, PeriodMS: 10_000}
	tests := []struct {
		name             string
		tc               TimeControl
		clock            SideClock
		deadline, period Instant // 0: none
	}{
		{"per_move", TimeControl{Type: PerMove, PerMoveMS: 30_000}, SideClock{RemainingMS: 30_000}, 31_000, 0},
		{"fischer", TimeControl{Type: Fischer, InitialMS: 60_000}, SideClock{RemainingMS: 12_345}, 13_345, 0},
		{"byoyomi in main time: the period deadline is that of the first period", byoyomi, SideClock{3, 5_000}, 36_000, 16_000},
		{"byoyomi in its second period", byoyomi, SideClock{2, 0}, 21_000, 11_000},
		{"byoyomi in its last period", byoyomi, SideClock{1, 0}, 11_000, 11_000},
		{"unlimited", TimeControl{Type: Unlimited}, SideClock{}, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			deadline, limited := tt.tc.Deadline(tt.clock, 1_000)
			if deadline != tt.deadline || limited != (tt.deadline != 0) {
				t.Errorf("deadline %d, %v; want %d", deadline, limited, tt.deadline)
			}
			period, counts := tt.tc.PeriodDeadline(tt.clock, 1_000)
			if period != tt.period || counts != (tt.period != 0) {
				t.Errorf("period deadline %d, %v; want %d", period, counts, tt.period)
			}
		})
	}
}

// Byo-yomi through a game: what one turn leaves is what the side's next begins
// with, and at N whole periods beyond the main time the side loses.
func TestByoyomiThroughAGame(t *testing.T) {
	h := playing(t, with(TimeControl{Type: Byoyomi, MainMS: 20 * second, Periods: 2, PeriodMS: 10 * second}))
	for _, turn := range []struct {
		player, move string
		spent        int64
		left         SideClock
	}{
		{ann, "a1a2", 25 * second, SideClock{2, 0}}, // 5 s into the first period: it is whole again
		{ben, "pass", 0, SideClock{2, 20 * second}},
		{ann, "a2a1", 10 * second, SideClock{1, 0}}, // a whole period
		{ben, "pass", 30 * second, SideClock{1, 0}}, // main time and a whole period
		{ann, "a1a2", 10*second - 1, SideClock{1, 0}},
	} {
		s := h.state(t)
		at := s.ActingSince.Add(turn.spent)
		events, err := Decide(s, PlayMove{Player: turn.player, Text: turn.move}, at)
		if err != nil {
			t.Fatal(err)
		}
		side, _ := s.Seats.SideOf(turn.player)
		h = h.then(at, events...)
		if got := h.state(t).Clocks[side]; got != turn.left {
			t.Errorf("after %d ms %s has %+v, want %+v", turn.spent, turn.player, got, turn.left)
		}
	}
}

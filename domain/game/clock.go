package game

import "github.com/janggid/janggid/domain/janggi"

// SideClock is what a side has at the beginning of a turn.
type SideClock struct {
	// PeriodsLeft counts byo-yomi periods, the present one included; all of
	// them while main time lasts.
	PeriodsLeft int
	// RemainingMS is the time of the turn (per_move), the time on the clock
	// (fischer) or the main time left (byoyomi).
	RemainingMS int64
}

// Clocks holds both sides' clocks.
type Clocks [2]SideClock

// Start is a side's clock before its first turn.
func (tc TimeControl) Start() SideClock {
	switch tc.Type {
	case PerMove:
		return SideClock{RemainingMS: tc.PerMoveMS}
	case Fischer:
		return SideClock{RemainingMS: tc.InitialMS}
	case Byoyomi:
		return SideClock{RemainingMS: tc.MainMS, PeriodsLeft: tc.Periods}
	}
	return SideClock{}
}

// budget is how long a turn that begins with this clock may last. A turn of
// exactly this length is too long.
func (tc TimeControl) budget(c SideClock) int64 {
	return c.RemainingMS + int64(c.PeriodsLeft)*tc.PeriodMS
}

// Deadline is the instant at which a side that began its turn at start loses;
// false when nothing limits it.
func (tc TimeControl) Deadline(c SideClock, start Instant) (Instant, bool) {
	if tc.Type == Unlimited {
		return 0, false
	}
	return start.Add(tc.budget(c)), true
}

// PeriodDeadline is the instant at which the side loses its present byo-yomi
// period, or, with main time left, the first period after it; false for other
// time controls.
func (tc TimeControl) PeriodDeadline(c SideClock, start Instant) (Instant, bool) {
	if tc.Type != Byoyomi {
		return 0, false
	}
	return start.Add(c.RemainingMS + tc.PeriodMS), true
}

// AfterTurn is a side's clock after a turn of the given length, which must be
// below the turn's deadline.
func (tc TimeControl) AfterTurn(c SideClock, spentMS int64) SideClock {
	switch tc.Type {
	case PerMove:
		c.RemainingMS = tc.PerMoveMS // what was added was for this turn alone
	case Fischer:
		c.RemainingMS += tc.IncrementMS - spentMS
	case Byoyomi:
		excess := max(0, spentMS-c.RemainingMS)
		c.RemainingMS = max(0, c.RemainingMS-spentMS)
		c.PeriodsLeft -= int(excess / tc.PeriodMS)
	}
	return c
}

// Running is the side whose time runs and the instant at which it is out. In
// the setup phase that is the time to choose a setup. The deadline is 0 where
// nothing limits the side; false when no clock runs.
func (s *State) Running() (side janggi.Side, deadline Instant, ok bool) {
	switch s.Status {
	case Setup:
		if s.SetupMS > 0 {
			deadline = s.ActingSince.Add(s.SetupMS)
		}
	case Playing:
		deadline, _ = s.TimeControl.Deadline(s.Clocks[s.toAct()], s.ActingSince)
	default:
		return 0, 0, false
	}
	return s.toAct(), deadline, true
}

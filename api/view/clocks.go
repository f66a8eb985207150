package view

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Clocks are both sides' clocks at the beginning of the present turn.
type Clocks struct {
	Running        *janggi.Side   `json:"running"`
	Deadline       *game.Instant  `json:"deadline"`                  // when the running side loses, or HEHE is chosen for it
	PeriodDeadline **game.Instant `json:"period_deadline,omitempty"` // byo-yomi only: when it loses its present period
	Cho            SideClock      `json:"cho"`
	Han            SideClock      `json:"han"`
} // @name Clocks

type SideClock struct {
	RemainingMS *int64 `json:"remaining_ms"`           // null: no limit
	PeriodsLeft *int   `json:"periods_left,omitempty"` // byo-yomi only
} // @name SideClock

// newClocks shows the clocks. None runs if no side is to act.
func newClocks(s *game.State, toAct *janggi.Side) Clocks {
	clocks := &s.Clocks
	if !s.Started {
		clocks = &game.Clocks{s.TimeControl.Start(), s.TimeControl.Start()}
	}
	v := Clocks{
		Cho: NewSideClock(s.TimeControl, &clocks[janggi.Cho]),
		Han: NewSideClock(s.TimeControl, &clocks[janggi.Han]),
	}
	byoyomi := s.TimeControl.Type == game.Byoyomi
	if byoyomi {
		v.PeriodDeadline = new(*game.Instant)
	}
	if toAct == nil {
		return v
	}
	v.Running = toAct
	if deadline, ok := s.Deadline(); ok {
		v.Deadline = new(deadline)
	}
	if byoyomi && s.Status == game.Playing {
		if at, ok := s.TimeControl.PeriodDeadline(clocks[*toAct], s.ActingSince); ok {
			*v.PeriodDeadline = &at
		}
	}
	return v
}

func NewSideClock(tc game.TimeControl, c *game.SideClock) SideClock {
	switch tc.Type {
	case game.Unlimited:
		return SideClock{}
	case game.Byoyomi:
		return SideClock{RemainingMS: &c.RemainingMS, PeriodsLeft: &c.PeriodsLeft}
	}
	return SideClock{RemainingMS: &c.RemainingMS}
}

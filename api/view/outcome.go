package view

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Outcome is how a game ended.
type Outcome struct {
	Reason   janggi.EndReason            `json:"reason"`
	Result   janggi.Result               `json:"result"`
	Winner   *janggi.Side                `json:"winner"`
	Points   *game.BySide[janggi.Points] `json:"points"`   // null only when aborted
	Evidence []int                       `json:"evidence"` // plies at which a repeated position stood
} // @name Outcome

func NewPoints(p [2]janggi.Points) *game.BySide[janggi.Points] {
	return &game.BySide[janggi.Points]{Cho: p[janggi.Cho], Han: p[janggi.Han]}
}

func NewOutcome(o *janggi.Outcome) *Outcome {
	if o == nil {
		return nil
	}
	v := &Outcome{Reason: o.Reason, Result: o.Result, Evidence: o.Evidence}
	if v.Evidence == nil {
		v.Evidence = []int{}
	}
	if winner, ok := o.Result.Winner(); ok {
		v.Winner = &winner
	}
	if o.Points != nil {
		v.Points = NewPoints(*o.Points)
	}
	return v
}

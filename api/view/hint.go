package view

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Hint is what the engine would play.
type Hint struct {
	Move janggi.Move `json:"move"`
	Text string      `json:"text"` // Korean record
} // @name Hint

func newHint(s *game.State) *Hint {
	h, given := s.Hint()
	if !given || s.Status != game.Playing {
		return nil
	}
	return &Hint{h.Move, s.Game.Format(h.Move)}
}

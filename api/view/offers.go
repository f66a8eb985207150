package view

import (
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// Offers are the open offers, by the side that made them.
type Offers struct {
	Takeback *janggi.Side `json:"takeback"` // who asks to take turns back
	Draw     *janggi.Side `json:"draw"`     // who proposes a draw
	Rematch  *janggi.Side `json:"rematch"`  // who asks for a rematch
} // @name Offers

func newOffers(o game.Offers) Offers {
	by := func(o game.Offering) *janggi.Side {
		if !o.Open {
			return nil
		}
		return new(o.By)
	}
	return Offers{Takeback: by(o.Takeback), Draw: by(o.Draw), Rematch: by(o.Rematch)}
}

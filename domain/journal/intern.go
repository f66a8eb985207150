package journal

import (
	"unique"

	"github.com/janggid/janggid/domain/game"
)

// noLabels are the labels of most games; never changed.
var noLabels = map[string]string{}

// internStrings shares strings that repeat across games, and the creator's id
// with the seat.
func internStrings(e *game.Created) {
	if len(e.Labels) == 0 {
		e.Labels = noLabels
	}
	share(&e.Opponent)
	share(&e.Ruleset.Preset)
	share(&e.TimeControl.Type)
	share(&e.Visibility)
	for _, p := range []*game.Player{e.Seats.Cho, e.Seats.Han} {
		if p == nil {
			continue
		}
		share(&p.Kind)
		if p.ID == e.Creator {
			e.Creator = p.ID
		}
	}
}

func share[T ~string](word *T) { *word = unique.Make(*word).Value() }

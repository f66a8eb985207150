package journal

import (
	"unique"

	"github.com/janggid/janggid/domain/game"
)

// noLabels is what most games have for labels; it is never changed.
var noLabels = map[string]string{}

// shareTexts makes what is the same in most creations, and the creator's id,
// which stands in a seat too, take no memory of its own in every game.
func shareTexts(e *game.Created) {
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

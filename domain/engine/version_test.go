package engine

import (
	"testing"

	"github.com/janggid/janggid/domain/janggi"
)

// playOfVersion is what the turns of TestVersionNamesThePlay come to. Events name
// the version of the engine that made their turns, so that these can be searched
// again: whatever changes this number makes a new Version.
const playOfVersion = 0xef6fb26cd22525ef

func TestVersionNamesThePlay(t *testing.T) {
	e := New(PlayTableBytes)
	sum := uint64(Version)
	add := func(n uint64) { sum = scramble(sum ^ n) }
	for i, p := range randomPositions(21, 30) {
		if i%90 != 45 || !p.HasMove(0) {
			continue
		}
		preset := janggi.Presets()[i%8]
		g := janggi.NewGame(preset.Rules, p)
		if _, over := g.Outcome(); over {
			continue
		}
		for strength := Weakest; strength <= Strongest; strength++ {
			r := e.Play(g, strength, uint64(i), Limits{Nodes: 4_000})
			add(uint64(r.Nodes))
			add(uint64(r.Lines[0].Score))
			add(uint64(r.Lines[0].Moves[0]))
		}
	}
	for seed := range uint64(20) {
		han := HanSetup(seed)
		add(uint64(han))
		add(uint64(ChoSetup(han, seed)))
	}
	if sum != playOfVersion {
		t.Errorf("the engine plays as %#x, version %d as %#x: what changed needs a new Version", sum, Version, uint64(playOfVersion))
	}
}

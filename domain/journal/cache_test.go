package journal

import (
	"testing"

	"github.com/janggid/janggid/eventstore/memory"
)

func TestGamesBeyondTheCacheAreReadAgain(t *testing.T) {
	const kept, games = 8, 100
	store := memory.New()
	writer := newNode(t, store)
	n := newNode(t, store)
	n.games = newCache(kept)
	var ids []string
	for range games {
		ids = append(ids, writer.playing().ID)
	}
	for range 2 {
		for _, id := range ids {
			g, err := n.Load(t.Context(), id)
			if err != nil || g.ID != id || g.State.Ply() != 0 || !g.State.Started {
				t.Fatalf("game %s: %+v, %v", id, g, err)
			}
		}
	}
	n.games.places.CleanUp()
	if size := n.games.places.EstimatedSize(); size > kept {
		t.Errorf("%d games are kept, want at most %d", size, kept)
	}
}

func TestTheCacheKeepsTheNewerFold(t *testing.T) {
	c := newCache(8)
	older, newer := &Game{ID: "g", Revision: 4}, &Game{ID: "g", Revision: 5}
	for _, order := range [][]*Game{{older, newer}, {newer, older}} {
		for _, g := range order {
			c.keep(g)
		}
		if got := c.get("g"); got != newer {
			t.Errorf("revision %d is kept, want %d", got.Revision, newer.Revision)
		}
	}
}

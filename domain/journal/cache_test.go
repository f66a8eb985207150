package journal

import (
	"sync"
	"sync/atomic"
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

// A place that the cache has dropped keeps no later fold from the one that there
// is now.
func TestAFoldFindsTheNewPlaceOfItsGame(t *testing.T) {
	tests := []struct {
		name   string
		reread bool // somebody has read the game again, and made it a new place
	}{
		{"the game is not kept", false},
		{"the game was read again", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCache(8)
			older := &Game{ID: "g", Revision: 4}
			c.keep(older)
			c.places.Invalidate("g")
			if got := c.get("g"); got != nil {
				t.Fatalf("revision %d is still kept", got.Revision)
			}
			if tt.reread {
				c.keep(&Game{ID: "g", Revision: 4})
			}
			newer := foldingOn("g", older).done()
			newer.Revision = 5
			c.keep(newer)
			if got := c.get("g"); got != newer {
				t.Errorf("kept is %+v, want revision 5", got)
			}
			last := foldingOn("g", newer).done()
			last.Revision = 6
			c.keep(last)
			if got := c.get("g"); got != last || last.place != newer.place || last.place.dropped.Load() {
				t.Errorf("kept is %+v, want revision 6 in the place of revision 5", got)
			}
		})
	}
}

// A place may be dropped while a fold is taken into it.
func TestADroppedPlaceKeepsNothing(t *testing.T) {
	c := newCache(8)
	c.keep(&Game{ID: "g", Revision: 4})
	p := c.get("g").place
	if !p.keeps(&Game{ID: "g", Revision: 5}) {
		t.Error("a place of the cache does not keep a fold")
	}
	c.places.Invalidate("g")
	if p.keeps(&Game{ID: "g", Revision: 6}) {
		t.Error("a dropped place says that it keeps a fold")
	}
}

// Whoever has appended an event finds it in the cache or nothing, however often
// somebody drops the game and reads it again meanwhile.
func TestAKeptFoldIsNeverLost(t *testing.T) {
	const events = 2000
	c := newCache(8)
	var stored atomic.Uint64 // revision of the last event
	read := func() {
		if c.get("g") == nil {
			c.keep(&Game{ID: "g", Revision: stored.Load()})
		}
	}
	read()
	stop := make(chan struct{})
	var others sync.WaitGroup
	others.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				c.places.Invalidate("g")
				read()
			}
		}
	})
	for n := range uint64(events) {
		read()
		known := c.get("g")
		if known == nil {
			known = &Game{ID: "g", Revision: n}
		}
		next := foldingOn("g", known).done()
		next.Revision = n + 1
		stored.Store(n + 1)
		c.keep(next)
		if got := c.get("g"); got != nil && got.Revision < n+1 {
			t.Fatalf("revision %d is kept after %d", got.Revision, n+1)
		}
	}
	close(stop)
	others.Wait()
}

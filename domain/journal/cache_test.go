package journal

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore/memory"
)

func TestGamesBeyondTheCacheAreReadAgain(t *testing.T) {
	const kept, games = 8, 100
	store := memory.New()
	writer := newNode(t, store)
	n := newNode(t, store)
	n.games = newCache(kept*int64(writer.playing().bytes()), noLosses)
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
	n.games.entries.CleanUp()
	if size := n.games.entries.EstimatedSize(); size > kept {
		t.Errorf("%d games are kept, want at most %d", size, kept)
	}
}

// A long game counts for what it is, also where it was short when it came in.
func TestTheCacheCountsBytes(t *testing.T) {
	const budget, turns = 64 << 10, 200
	store := memory.New()
	n := newNode(t, store)
	n.games = newCache(budget, noLosses)
	for range 20 {
		g, _ := longGame(t, n, turns)
		if g.bytes() < 16*turns {
			t.Fatalf("a game of 200 turns counts %d bytes", g.bytes())
		}
	}
	n.games.entries.CleanUp()
	var bytes uint64
	for _, p := range n.games.entries.All() {
		bytes += uint64(p.newest.Load().bytes())
	}
	if stats := n.CacheStats(); stats.Bytes != bytes || bytes > budget || stats.Most != budget || stats.Games == 0 {
		t.Errorf("%+v, where the games take %d bytes", stats, bytes)
	}
}

// What is counted is what a game takes.
func TestBytesOfAGame(t *testing.T) {
	const games = 300
	tests := map[string]func(n node, i int) *Game{
		"imported, with 100 KB of tags and comments": func(n node, i int) *Game {
			return n.imports(importOf(20, func(c *game.Import) {
				c.Source.Digest = fmt.Sprint("digest ", i)
				c.Source.Tags = []game.SourceTag{{Name: "초대국자", Value: "김초"}, {Name: "Annotator", Value: strings.Repeat("x", 50_000)}}
				c.Source.Comments = []game.SourceComment{{Text: strings.Repeat("y", 50_000)}}
			})).Game
		},
		"labelled": func(n node, i int) *Game {
			labels := map[string]string{}
			for label := range 10 {
				labels[fmt.Sprint("label ", label)] = strings.Repeat("z", 60) + fmt.Sprint(i)
			}
			return n.waiting(func(c *game.Create) { c.Labels = labels })
		},
	}
	for name, open := range tests {
		t.Run(name, func(t *testing.T) {
			store := memory.New()
			writer := newNode(t, store)
			var ids []string
			for i := range games {
				ids = append(ids, open(writer, i).ID)
			}
			n := newNode(t, store)
			before := heap()
			counted := int64(0)
			for _, id := range ids {
				g, err := n.Load(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				counted += int64(g.bytes())
			}
			taken := heap() - before
			runtime.KeepAlive(n)
			t.Logf("%d bytes a game, %d counted", taken/games, counted/games)
			if taken > counted*5/4 || taken < counted/3 {
				t.Errorf("%d games take %d bytes, and %d are counted", games, taken, counted)
			}
		})
	}
}

func TestTheCacheKeepsTheNewerFold(t *testing.T) {
	c := newCache(1<<20, noLosses)
	older, newer := &Game{ID: "g", Revision: 4}, &Game{ID: "g", Revision: 5}
	for _, order := range [][]*Game{{older, newer}, {newer, older}} {
		for _, g := range order {
			c.storeIfNewer(g)
		}
		if got := c.get("g"); got != newer {
			t.Errorf("revision %d is kept, want %d", got.Revision, newer.Revision)
		}
	}
}

// A place that the cache has dropped keeps no later fold from the one that
// there is now.
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
			c := newCache(1<<20, noLosses)
			older := &Game{ID: "g", Revision: 4}
			c.storeIfNewer(older)
			c.entries.Invalidate("g")
			if got := c.get("g"); got != nil {
				t.Fatalf("revision %d is still kept", got.Revision)
			}
			if tt.reread {
				c.storeIfNewer(&Game{ID: "g", Revision: 4})
			}
			newer := rehydrate("g", older).done()
			newer.Revision = 5
			c.storeIfNewer(newer)
			if got := c.get("g"); got != newer {
				t.Errorf("kept is %+v, want revision 5", got)
			}
			last := rehydrate("g", newer).done()
			last.Revision = 6
			c.storeIfNewer(last)
			if got := c.get("g"); got != last || last.entry != newer.entry || last.entry.dropped.Load() {
				t.Errorf("kept is %+v, want revision 6 in the place of revision 5", got)
			}
		})
	}
}

// A place may be dropped while a fold is taken into it.
func TestADroppedPlaceKeepsNothing(t *testing.T) {
	c := newCache(1<<20, noLosses)
	c.storeIfNewer(&Game{ID: "g", Revision: 4})
	p := c.get("g").entry
	if !p.stillHolds(&Game{ID: "g", Revision: 5}) {
		t.Error("a place of the cache does not keep a fold")
	}
	c.entries.Invalidate("g")
	if p.stillHolds(&Game{ID: "g", Revision: 6}) {
		t.Error("a dropped place says that it keeps a fold")
	}
}

// Whoever has appended an event finds it in the cache or nothing, however often
// somebody drops the game and reads it again meanwhile.
func TestAKeptFoldIsNeverLost(t *testing.T) {
	const events = 2000
	c := newCache(1<<20, noLosses)
	var stored atomic.Uint64 // revision of the last event
	read := func() {
		if c.get("g") == nil {
			c.storeIfNewer(&Game{ID: "g", Revision: stored.Load()})
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
				c.entries.Invalidate("g")
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
		next := rehydrate("g", known).done()
		next.Revision = n + 1
		stored.Store(n + 1)
		c.storeIfNewer(next)
		if got := c.get("g"); got != nil && got.Revision < n+1 {
			t.Fatalf("revision %d is kept after %d", got.Revision, n+1)
		}
	}
	close(stop)
	others.Wait()
}

// noLosses are those of a store that never loses its server.
func noLosses() uint64 { return 0 }

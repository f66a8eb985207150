package journal

import (
	"sync/atomic"

	"github.com/maypok86/otter/v2"
)

// cache keeps the newest folds of the games in use. A game has one place for as
// long as it is kept, and a newer fold goes there past the cache's own
// bookkeeping, which would cost more than the fold of a turn.
type cache struct {
	places *otter.Cache[string, *place]
}

type place struct {
	newest  atomic.Pointer[Game]
	dropped atomic.Bool // the cache has it no more
}

func newCache(most int) cache {
	return cache{otter.Must(&otter.Options[string, *place]{
		MaximumSize:      most,
		OnAtomicDeletion: func(e otter.DeletionEvent[string, *place]) { e.Value.dropped.Store(true) },
	})}
}

// get is the newest fold that is kept; nil for none.
func (c cache) get(id string) *Game {
	if p, ok := c.places.GetIfPresent(id); ok {
		return p.newest.Load()
	}
	return nil
}

// keep takes a fold in, which nobody else has seen yet, unless a newer one is kept.
// Folds finish in any order.
func (c cache) keep(g *Game) {
	seen := false
	if p := g.place; p != nil && !p.dropped.Load() { // where the fold before it is
		if p.keeps(g) {
			return
		}
		seen = true
	}
	p, ok := c.places.GetIfPresent(g.ID)
	if !ok {
		p, _ = c.places.SetIfAbsent(g.ID, &place{})
	}
	if !seen {
		g.place = p
	}
	p.take(g)
}

// keeps takes a fold in, and tells whether the cache still had the place after that. If
// not the game may have another place, made of what the store had earlier.
func (p *place) keeps(g *Game) bool {
	p.take(g)
	return !p.dropped.Load()
}

// take makes a fold the newest unless a newer one is.
func (p *place) take(g *Game) {
	for {
		old := p.newest.Load()
		if old != nil && old.Revision >= g.Revision || p.newest.CompareAndSwap(old, g) {
			return
		}
	}
}

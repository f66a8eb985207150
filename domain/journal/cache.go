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

type place struct{ newest atomic.Pointer[Game] }

func newCache(most int) cache {
	return cache{otter.Must(&otter.Options[string, *place]{MaximumSize: most})}
}

// get is the newest fold that is kept; nil for none.
func (c cache) get(id string) *Game {
	if p, ok := c.places.GetIfPresent(id); ok {
		return p.newest.Load()
	}
	return nil
}

// keep takes a fold in unless a newer one is kept. Folds finish in any order.
func (c cache) keep(g *Game) {
	p, ok := c.places.GetIfPresent(g.ID)
	if !ok {
		fresh := &place{}
		fresh.newest.Store(g)
		p, ok = c.places.SetIfAbsent(g.ID, fresh)
		if ok {
			return
		}
	}
	for {
		old := p.newest.Load()
		if old.Revision >= g.Revision || p.newest.CompareAndSwap(old, g) {
			return
		}
	}
}

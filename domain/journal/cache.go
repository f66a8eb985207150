package journal

import (
	"sync/atomic"

	"github.com/maypok86/otter/v2"
)

// cache keeps the newest folds of the games in use, as many as a number of bytes
// holds. A game has one place for as long as it is kept, and a newer fold goes
// there past the cache's own bookkeeping, which would cost more than the fold of a
// turn; the bookkeeping hears only of a fold that takes more memory.
type cache struct {
	places *otter.Cache[string, *place]
	losses func() uint64 // of the store so far
}

type place struct {
	newest  atomic.Pointer[Game]
	weight  atomic.Uint32 // bytes that the cache counts for it
	dropped atomic.Bool   // the cache has it no more
	losses  atomic.Uint32 // of the store when newest was last known to stand there
}

func newCache(mostBytes int64, losses func() uint64) cache {
	return cache{losses: losses, places: otter.Must(&otter.Options[string, *place]{
		MaximumWeight: uint64(mostBytes),
		Weigher:       func(_ string, p *place) uint32 { return p.weight.Load() },
		OnAtomicDeletion: func(e otter.DeletionEvent[string, *place]) {
			if e.Cause != otter.CauseReplacement { // by itself, with another weight
				e.Value.dropped.Store(true)
			}
		},
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
	seen, bytes := false, g.bytes()
	if p := g.place; p != nil && !p.dropped.Load() { // where the fold before it is
		if p.keeps(g) {
			c.weigh(g.ID, p, bytes)
			return
		}
		seen = true
	}
	p, ok := c.places.GetIfPresent(g.ID)
	if !ok {
		fresh := &place{}
		fresh.weight.Store(bytes)
		fresh.losses.Store(uint32(c.losses()))
		p, _ = c.places.SetIfAbsent(g.ID, fresh)
	}
	if !seen {
		g.place = p
	}
	p.take(g)
	c.weigh(g.ID, p, bytes)
}

// forget drops a game.
func (c cache) forget(id string) { c.places.Invalidate(id) }

// weigh has the cache count more bytes for a place, where it still has it.
func (c cache) weigh(id string, p *place, bytes uint32) {
	for {
		counted := p.weight.Load()
		if bytes <= counted {
			return
		}
		if p.weight.CompareAndSwap(counted, bytes) {
			break
		}
	}
	c.places.ComputeIfPresent(id, func(kept *place) (*place, otter.ComputeOp) {
		if kept != p {
			return kept, otter.CancelOp
		}
		return p, otter.WriteOp
	})
}

// CacheStats tell how much a Journal keeps in memory of games.
type CacheStats struct {
	Games int
	Bytes uint64
	Most  uint64 // bytes
}

// CacheStats is what the cache of games holds now.
func (j *Journal) CacheStats() CacheStats {
	c := j.games.places
	return CacheStats{Games: c.EstimatedSize(), Bytes: c.WeightedSize(), Most: c.GetMaximum()}
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

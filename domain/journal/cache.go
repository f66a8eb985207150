package journal

import (
	"sync/atomic"

	"github.com/maypok86/otter/v2"
)

// cache keeps the newest folds of the games in use, up to a number of bytes. A
// newer fold replaces the older one inside the game's entry, bypassing the
// cache's bookkeeping, which would cost more than folding a turn. Only a larger
// weight is reported to the cache.
type cache struct {
	entries *otter.Cache[string, *cacheEntry]
	losses  func() uint64 // of the store so far
}

type cacheEntry struct {
	newest  atomic.Pointer[Game]
	weight  atomic.Uint32 // bytes counted by the cache
	dropped atomic.Bool   // evicted
	losses  atomic.Uint32 // of the store when newest was last confirmed
}

func newCache(mostBytes int64, losses func() uint64) cache {
	return cache{losses: losses, entries: otter.Must(&otter.Options[string, *cacheEntry]{
		MaximumWeight: uint64(mostBytes),
		Weigher:       func(_ string, p *cacheEntry) uint32 { return p.weight.Load() },
		OnAtomicDeletion: func(e otter.DeletionEvent[string, *cacheEntry]) {
			if e.Cause != otter.CauseReplacement { // by itself, with another weight
				e.Value.dropped.Store(true)
			}
		},
	})}
}

// get returns the newest cached fold; nil for none.
func (c cache) get(id string) *Game {
	if p, ok := c.entries.GetIfPresent(id); ok {
		return p.newest.Load()
	}
	return nil
}

// storeIfNewer stores an unshared fold unless a newer one is cached. Folds
// finish in any order.
func (c cache) storeIfNewer(g *Game) {
	seen, bytes := false, g.bytes()
	if p := g.entry; p != nil && !p.dropped.Load() { // of the fold before it
		if p.stillHolds(g) {
			c.weigh(g.ID, p, bytes)
			return
		}
		seen = true
	}
	p, ok := c.entries.GetIfPresent(g.ID)
	if !ok {
		fresh := &cacheEntry{}
		fresh.weight.Store(bytes)
		fresh.losses.Store(uint32(c.losses()))
		p, _ = c.entries.SetIfAbsent(g.ID, fresh)
	}
	if !seen {
		g.entry = p
	}
	p.storeIfNewer(g)
	c.weigh(g.ID, p, bytes)
}

// forget drops a game.
func (c cache) forget(id string) { c.entries.Invalidate(id) }

// weigh raises the weight of an entry that is still cached.
func (c cache) weigh(id string, p *cacheEntry, bytes uint32) {
	for {
		counted := p.weight.Load()
		if bytes <= counted {
			return
		}
		if p.weight.CompareAndSwap(counted, bytes) {
			break
		}
	}
	c.entries.ComputeIfPresent(id, func(kept *cacheEntry) (*cacheEntry, otter.ComputeOp) {
		if kept != p {
			return kept, otter.CancelOp
		}
		return p, otter.WriteOp
	})
}

// CacheStats describe the cache of games.
type CacheStats struct {
	Games int
	Bytes uint64
	Most  uint64 // bytes
}

// CacheStats returns the current size of the cache of games.
func (j *Journal) CacheStats() CacheStats {
	c := j.games.entries
	return CacheStats{Games: c.EstimatedSize(), Bytes: c.WeightedSize(), Most: c.GetMaximum()}
}

// stillHolds stores a fold and reports whether the entry was still cached
// afterwards. If not, the game may have another entry with an older fold.
func (p *cacheEntry) stillHolds(g *Game) bool {
	p.storeIfNewer(g)
	return !p.dropped.Load()
}

// storeIfNewer makes a fold the newest unless a newer one is.
func (p *cacheEntry) storeIfNewer(g *Game) {
	for {
		old := p.newest.Load()
		if old != nil && old.Revision >= g.Revision || p.newest.CompareAndSwap(old, g) {
			return
		}
	}
}

package journal

import (
	"sync/atomic"

	"github.com/maypok86/otter/v2"
)

// cache keeps the newest folds of the games in use, up to a number of bytes. A
// game has one entry while it is kept, and a newer fold goes there past the
// cache's own bookkeeping, which would cost more than the fold of a turn; only a
// fold that takes more memory is booked.
type cache struct {
	entries *otter.Cache[string, *cacheEntry]
	losses  func() uint64 // of the store so far
}

type cacheEntry struct {
	newest  atomic.Pointer[Game]
	weight  atomic.Uint32 // bytes that the cache counts for it
	dropped atomic.Bool   // the cache no longer has it
	losses  atomic.Uint32 // of the store when newest was last known to stand there
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

// get is the newest fold that is kept; nil for none.
func (c cache) get(id string) *Game {
	if p, ok := c.entries.GetIfPresent(id); ok {
		return p.newest.Load()
	}
	return nil
}

// storeIfNewer stores a fold that nobody else has seen yet, unless a newer one is
// kept. Folds finish in any order.
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

// weigh books more bytes for an entry that the cache still has.
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

// CacheStats tell how much a Journal keeps in memory of games.
type CacheStats struct {
	Games int
	Bytes uint64
	Most  uint64 // bytes
}

// CacheStats is what the cache of games holds now.
func (j *Journal) CacheStats() CacheStats {
	c := j.games.entries
	return CacheStats{Games: c.EstimatedSize(), Bytes: c.WeightedSize(), Most: c.GetMaximum()}
}

// stillHolds stores a fold and reports whether the cache had the entry after
// that. If not, the game may have another entry with an older fold.
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

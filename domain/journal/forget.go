package journal

import (
	"sync/atomic"

	"github.com/maypok86/otter/v2"
)

// forgotten are the games whose streams were reported deleted or cut. A follower
// that is behind the reporter may still bring their events, so only reading the
// stream from its start puts such a game back into the cache.
type forgotten struct {
	any   atomic.Bool // spares the look where nothing was ever forgotten
	games *otter.Cache[string, struct{}]
}

// maxForgotten bounds them. All followers are far past the oldest.
const maxForgotten = 10_000

func newForgotten() *forgotten {
	return &forgotten{games: otter.Must(&otter.Options[string, struct{}]{MaximumSize: maxForgotten})}
}

func (f *forgotten) has(id string) bool {
	if !f.any.Load() {
		return false
	}
	_, ok := f.games.GetIfPresent(id)
	return ok
}

func (f *forgotten) add(id string) {
	f.games.Set(id, struct{}{})
	f.any.Store(true)
}

func (f *forgotten) remove(id string) { f.games.Invalidate(id) }

// Forget drops the cached state of a deleted or truncated stream.
func (j *Journal) Forget(stream string) {
	id, ok := GameID(stream)
	if !ok {
		return
	}
	j.forgotten.add(id) // first: see keep
	j.games.forget(id)
	j.histories.Invalidate(id)
	j.visible.Invalidate(id)
	j.sources.Invalidate(id)
}

// keep caches a game unless its stream was forgotten, even while it is being
// cached.
func (j *Journal) keep(g *Game) {
	j.games.storeIfNewer(g)
	if j.forgotten.has(g.ID) {
		j.games.forget(g.ID)
	}
}

package journal

import (
	"context"
	"slices"

	"github.com/maypok86/otter/v2"
)

// cachedHistories bounds the bytes of cached histories. Viewers mostly step
// from one revision to the next.
const cachedHistories = 32 << 20

// gameHistory is a game after each of its events. It is immutable.
type gameHistory struct {
	games []*Game // by revision
	plies []int32 // by revision
	bytes int     // estimated memory
}

// revisionBytes is the size of one revision without its turns, which are mostly
// shared.
const revisionBytes = 1 << 10

func newHistories() *otter.Cache[string, *gameHistory] {
	return otter.Must(&otter.Options[string, *gameHistory]{
		MaximumWeight: cachedHistories,
		Weigher:       func(_ string, p *gameHistory) uint32 { return uint32(p.bytes) },
	})
}

// gameHistory returns a game's history up to a revision or further; less if the
// store does not have that revision. ErrNotFound if there is no such game.
func (j *Journal) gameHistory(ctx context.Context, id string, revision uint64) (*gameHistory, error) {
	if !canonicalID(id) {
		return nil, ErrNotFound
	}
	known, found := j.histories.GetIfPresent(id)
	if !found {
		known = &gameHistory{}
	}
	if revision < uint64(len(known.games)) {
		return known, nil
	}
	release, err := j.slots.take(ctx, revision-uint64(len(known.games)))
	if err != nil {
		return nil, err
	}
	defer release()
	if again, found := j.histories.GetIfPresent(id); found { // read concurrently
		if known = again; revision < uint64(len(known.games)) {
			return known, nil
		}
	}
	p := gameHistory{slices.Clip(known.games), slices.Clip(known.plies), known.bytes}
	var last *Game
	if n := len(p.games); n > 0 {
		last = p.games[n-1]
	}
	f := rehydrate(id, last)
	for r, err := range j.history(ctx, id, f.from()) {
		if err != nil {
			return nil, err
		}
		if _, err := f.read(r); err != nil {
			if revision < uint64(len(p.games)) {
				break // the damage is beyond the requested revision
			}
			return nil, err
		}
		f.hash(nil)
		f.game.commands = nil // only the newest game recognizes retries
		g := *f.game
		p.bytes += revisionBytes
		if n := len(p.games); n == 0 || !g.State.Game.SharesHistory(&p.games[n-1].State.Game) {
			p.bytes += g.State.Game.HistoryBytes()
		}
		p.games = append(p.games, &g)
		p.plies = append(p.plies, int32(g.State.Ply()))
	}
	if len(p.games) == 0 {
		return nil, ErrNotFound
	}
	j.histories.Compute(id, func(old *gameHistory, found bool) (*gameHistory, otter.ComputeOp) {
		if found && len(old.games) >= len(p.games) {
			return old, otter.CancelOp
		}
		return &p, otter.WriteOp
	})
	return &p, nil
}

// lastRevisionAt returns the last revision up to the given one with at most ply
// turns.
func (p *gameHistory) lastRevisionAt(ply int, revision uint64) uint64 {
	for p.plies[revision] > int32(ply) {
		revision--
	}
	return revision
}

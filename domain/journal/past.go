package journal

import (
	"context"
	"slices"

	"github.com/maypok86/otter/v2"
)

// cachedPasts bounds the memory, in bytes, for the pasts of games. Who looks at one
// moment of a game mostly looks at the next one too.
const cachedPasts = 32 << 20

// past is a game as it was after each of its events. It is never changed.
type past struct {
	games []*Game // by revision
	plies []int32 // of the turns that were then in force
	bytes int     // about how much memory they take
}

// pastBytes are what one moment takes without its turns, which it mostly shares
// with others.
const pastBytes = 1 << 10

func newPasts() *otter.Cache[string, *past] {
	return otter.Must(&otter.Options[string, *past]{
		MaximumWeight: cachedPasts,
		Weigher:       func(_ string, p *past) uint32 { return uint32(p.bytes) },
	})
}

// past is a game's past, up to a revision where the store has it, or further;
// ErrNotFound where there is no such game.
func (j *Journal) past(ctx context.Context, id string, revision uint64) (*past, error) {
	if !canonicalID(id) {
		return nil, ErrNotFound
	}
	known, found := j.pasts.GetIfPresent(id)
	if !found {
		known = &past{}
	}
	if revision < uint64(len(known.games)) {
		return known, nil
	}
	release, err := j.slots.take(ctx, revision-uint64(len(known.games)))
	if err != nil {
		return nil, err
	}
	defer release()
	if again, found := j.pasts.GetIfPresent(id); found { // somebody has read it meanwhile
		if known = again; revision < uint64(len(known.games)) {
			return known, nil
		}
	}
	p := past{slices.Clip(known.games), slices.Clip(known.plies), known.bytes}
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
				break // what is damaged comes after what is asked for
			}
			return nil, err
		}
		f.hash(nil)
		f.game.commands = nil // a command is recognised by the newest game alone
		g := *f.game
		p.bytes += pastBytes
		if n := len(p.games); n == 0 || !g.State.Game.SharesHistory(&p.games[n-1].State.Game) {
			p.bytes += g.State.Game.HistoryBytes()
		}
		p.games = append(p.games, &g)
		p.plies = append(p.plies, int32(g.State.Ply()))
	}
	if len(p.games) == 0 {
		return nil, ErrNotFound
	}
	j.pasts.Compute(id, func(old *past, found bool) (*past, otter.ComputeOp) {
		if found && len(old.games) >= len(p.games) {
			return old, otter.CancelOp
		}
		return &p, otter.WriteOp
	})
	return &p, nil
}

// lastAt is the last revision, of those up to one, at which there were no more
// turns than a number: after it came the next of the turns that are in force.
func (p *past) lastAt(ply int, revision uint64) uint64 {
	for p.plies[revision] > int32(ply) {
		revision--
	}
	return revision
}

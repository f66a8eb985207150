package journal

import (
	"context"
	"errors"
	"fmt"

	"github.com/janggid/janggid/eventstore"
)

// certainty is how sure a store was of its reads at a moment.
type certainty struct {
	losses  uint64
	certain bool
}

// certainty asks the store. One that never loses its server is always sure.
func (j *Journal) certainty() certainty {
	if j.uncertain == nil {
		return certainty{certain: true}
	}
	losses, certain := j.uncertain.Certainty()
	return certainty{losses, certain}
}

// heldSince tells whether nothing that was read since then can be out of date.
func (j *Journal) heldSince(then certainty) bool {
	return then.certain && j.certainty() == then
}

// isRefusal tells of an error that rests on what was read.
func isRefusal(err error) bool {
	return errors.Is(err, ErrNotFound) || errors.Is(err, ErrStale) || errors.Is(err, ErrConflict)
}

// doubtful is the error in place of a refusal that rests on a read which may have
// been out of date.
func doubtful(refusal error) error {
	return fmt.Errorf("journal: the store may have answered with less than it holds: %w: %v", eventstore.ErrUnavailable, refusal)
}

// stands gives a remembered game if its last event still stands in the store.
// That is asked only if the store was lost since it was remembered: it may be
// another history then. What stands no longer is forgotten; nil.
func (j *Journal) stands(ctx context.Context, g *Game) (*Game, error) {
	now := j.certainty()
	if g == nil || j.uncertain == nil || g.entry != nil && g.entry.losses.Load() == uint32(now.losses) {
		return g, nil
	}
	for r, err := range j.store.ReadStream(ctx, gamePrefix+g.ID, g.Revision) {
		if err != nil {
			return nil, fmt.Errorf("journal: game %s: %w", g.ID, err)
		}
		m, _, err := decodeRecorded(r)
		if err != nil {
			return nil, err
		}
		if hashEvent(nil, r, m) != g.hash {
			break
		}
		if p := g.entry; p != nil && p.newest.Load() == g {
			p.losses.Store(uint32(now.losses))
		}
		return g, nil
	}
	j.games.forget(g.ID)
	return nil, nil
}

// Forget drops what is remembered of a stream whose events were deleted or cut.
func (j *Journal) Forget(stream string) {
	id, ok := GameID(stream)
	if !ok {
		return
	}
	j.games.forget(id)
	j.pasts.Invalidate(id)
	j.shown.Invalidate(id)
	j.sources.Invalidate(id)
}

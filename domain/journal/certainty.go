package journal

import (
	"context"
	"errors"
	"fmt"

	"github.com/janggid/janggid/eventstore"
)

// certainty is whether a store's reads could be trusted at one time.
type certainty struct {
	losses  uint64
	certain bool
}

// certainty asks the store. A store that cannot lose its server is always
// certain.
func (j *Journal) certainty() certainty {
	if j.uncertain == nil {
		return certainty{certain: true}
	}
	losses, certain := j.uncertain.Certainty()
	return certainty{losses, certain}
}

// certainSince reports whether all reads since then are current.
func (j *Journal) certainSince(then certainty) bool {
	return then.certain && j.certainty() == then
}

// isRefusal reports whether an error depends on what was read.
func isRefusal(err error) bool {
	return errors.Is(err, ErrNotFound) || errors.Is(err, ErrStale) || errors.Is(err, ErrConflict)
}

// staleRefusal replaces a refusal that depends on a possibly stale read.
func staleRefusal(refusal error) error {
	return fmt.Errorf("journal: the store's answer may be stale: %w: %v", eventstore.ErrUnavailable, refusal)
}

// confirm returns a cached game if its last event is still in the store, else
// nil after dropping it. It asks only if the connection to the store was lost
// since the game was cached, because the store may have another history then.
func (j *Journal) confirm(ctx context.Context, g *Game) (*Game, error) {
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

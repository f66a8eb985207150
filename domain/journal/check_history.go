package journal

import (
	"errors"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// ErrProof: the history that a proof is of is another one.
var ErrProof = errors.New("journal: the proof is of another history")

// Check does with a history that somebody else holds what Verify does with a
// stored one. It returns the game as far as its events can be, nil where not
// even the first can, and a *Discrepancy for the first event that cannot. A
// history may end before the game does.
//
// A proof that came with the history is compared with it: ErrProof where the
// event that it names has another hash, or is not there. Its signature is the
// caller's to check.
func (h PublicHistory) Check() (*Game, error) {
	v := gameCheck{f: rehydrate(h.GameID, nil)}
	proven := h.Proof == nil
	for e, err := range h.Events {
		if err != nil {
			return v.folded(), err
		}
		if d := v.checkPublic(h.GameID, e); d != nil {
			d.Stream = gamePrefix + h.GameID
			return v.folded(), d
		}
		if h.Proof != nil && h.Proof.Revision == e.Revision {
			proven = h.Proof.Digest == v.f.game.Digest()
		}
	}
	g := v.folded()
	if due := game.Due(&g.State, v.previous); due != "" {
		return g, &Discrepancy{Stream: gamePrefix + h.GameID, Revision: v.f.from(), Field: "type", Computed: asJSON(due)}
	}
	if !proven {
		return g, ErrProof
	}
	return g, nil
}

// folded is the game as of the last event that was found good; nil for none.
func (c *gameCheck) folded() *Game {
	if c.f.last.Stream == "" {
		return nil
	}
	return c.f.done()
}

// checkPublic checks an event, of which the metadata's private part is unknown.
func (c *gameCheck) checkPublic(gameID string, e PublicEvent) *Discrepancy {
	r, err := e.recorded(gameID)
	if err != nil {
		return &Discrepancy{Revision: e.Revision, Field: "data", Stored: string(e.Data), Computed: err.Error()}
	}
	before, cause := c.f.game.State, c.side
	d := c.next(r)
	if d == nil {
		d = differs("time", e.Time, e.Metadata.Time)
	}
	if d == nil && !abort(c.previous) {
		d = differs("metadata.side", e.Metadata.Side, causedBy(&before, c.previous, e.Metadata.Time, "", cause))
	}
	if d != nil {
		d.Revision = e.Revision
	}
	return d
}

// abort tells whether an event is the one end whose cause stands in the private
// part alone.
func abort(e game.Event) bool {
	ended, ok := e.(game.Ended)
	return ok && ended.Reason == janggi.EndAborted
}

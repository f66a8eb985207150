package journal

import (
	"errors"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// ErrProof: the proof belongs to a different history.
var ErrProof = errors.New("journal: the proof belongs to a different history")

// Check verifies a published history as Verify does a stored one. It returns
// the game up to the last valid event, nil if there is none, and a *Discrepancy
// for the first invalid one. A history may end before the game does.
//
// It compares the history with its proof, if any: ErrProof if the event named
// by the proof is missing or has another hash. The caller checks the signature.
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

// folded returns the game as of the last valid event; nil for none.
func (c *gameCheck) folded() *Game {
	if c.f.last.Stream == "" {
		return nil
	}
	return c.f.done()
}

// checkPublic checks an event without the private part of its metadata.
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

// abort reports whether an event is an abort, the only end whose cause is
// private.
func abort(e game.Event) bool {
	ended, ok := e.(game.Ended)
	return ok && ended.Reason == janggi.EndAborted
}

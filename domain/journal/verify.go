package journal

import (
	"context"
	"errors"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
)

// Verify folds a game's stream and derives every fact of its events again:
// hashes, times and sides in the metadata; each move's effect, its legality,
// and the clocks; deadlines; the outcome with its points and evidence; and the
// order of the events.
//
// It accepts people's decisions: joining, setups, resignations, aborts,
// agreements, adjudications. It also accepts an imported record's times and
// result.
//
// The error is a *Discrepancy, ErrNotFound, or the store's.
func Verify(ctx context.Context, store eventstore.Store, gameID string) error {
	check := gameCheck{f: rehydrate(gameID, nil)}
	for r, err := range store.ReadStream(ctx, gamePrefix+gameID, 0) {
		if err != nil {
			return fmt.Errorf("journal: verify game %s: %w", gameID, err)
		}
		if d := check.next(r); d != nil {
			d.Stream, d.Revision = r.Stream, r.Revision
			return d
		}
	}
	if check.f.last.Stream == "" {
		return ErrNotFound
	}
	if due := game.Due(&check.f.game.State, check.previous); due != "" {
		return &Discrepancy{Stream: gamePrefix + gameID, Revision: check.f.from(), Field: "type", Computed: asJSON(due)}
	}
	return verifyRoomOf(ctx, store, check.f.game)
}

// gameCheck checks the events of a game in order.
type gameCheck struct {
	f        *rehydration
	previous game.Event // nil at first
	past     game.PastClocks
	side     *janggi.Side // that caused previous
}

// next checks the next event; the caller adds stream and revision.
func (c *gameCheck) next(r eventstore.Recorded) *Discrepancy {
	if d := differs("revision", r.Revision, c.f.from()); d != nil {
		return d
	}
	m, err := decodeMetadata(r.Metadata)
	if err != nil {
		return &Discrepancy{Field: "metadata", Stored: string(r.Metadata), Computed: err.Error()}
	}
	if d := differs("metadata.schema", m.Schema, schemaVersion); d != nil {
		return d
	}
	e, err := decode(r.Type, m.Schema, r.Data)
	switch {
	case errors.Is(err, errUnknownType):
		return &Discrepancy{Field: "type", Stored: asJSON(r.Type), Computed: err.Error()}
	case err != nil:
		return &Discrepancy{Field: "data", Stored: string(r.Data), Computed: err.Error()}
	}
	if d := c.data(r, e, m.Time); d != nil {
		return d
	}
	if d := c.metadata(r, e, m); d != nil {
		return d
	}
	if err := c.f.add(r, e, m); err != nil {
		return &Discrepancy{Field: "data", Stored: string(r.Data), Computed: err.Error()}
	}
	c.f.hash(nil)
	c.previous, c.side, c.past = e, m.Side, c.past.After(e)
	return nil
}

// data checks an event's data.
func (c *gameCheck) data(r eventstore.Recorded, e game.Event, at game.Instant) *Discrepancy {
	derived, err := game.Derive(&c.f.game.State, c.past, c.previous, e, at)
	if impossible, ok := errors.AsType[*game.ImpossibleError](err); ok {
		return impossibleEvent(r, at, impossible)
	}
	computed, err := encode(derived)
	if err != nil {
		return &Discrepancy{Field: "data", Stored: string(r.Data), Computed: err.Error()}
	}
	return firstDifference(r.Data, computed)
}

// metadata checks an event's metadata against the history before it.
func (c *gameCheck) metadata(r eventstore.Recorded, e game.Event, m Metadata) *Discrepancy {
	state := &c.f.game.State
	if d := differs("metadata.prev", m.Prev, c.f.game.hash.prevOf(r.Revision)); d != nil {
		return d
	}
	if game.Due(state, c.previous) != "" { // in the append of the event before
		if d := differs("metadata.time", m.Time, state.UpdatedAt); d != nil {
			return d
		}
	}
	if m.Time < state.UpdatedAt {
		return &Discrepancy{Field: "metadata.time", Stored: asJSON(m.Time), Computed: "not before " + state.UpdatedAt.String()}
	}
	if m.Private != nil { // otherwise the actor is unknown
		if d := differs("metadata.side", m.Side, causedBy(state, e, m.Time, m.Private.Actor, c.side)); d != nil {
			return d
		}
	}
	if written := appendMetadata(nil, m); string(written) != string(r.Metadata) {
		return &Discrepancy{Field: "metadata", Stored: string(r.Metadata), Computed: string(written)}
	}
	return nil
}

// verifyRoomOf checks that a game's room code leads to it.
func verifyRoomOf(ctx context.Context, store eventstore.Store, g *Game) error {
	if g.Room == "" {
		return nil
	}
	holder, err := roomHolder(ctx, newRepository(store, nil, roomStreams), g.Room)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if holder == g.ID {
		return nil
	}
	return &Discrepancy{Stream: gamePrefix + g.ID, Field: "metadata.private.room", Stored: asJSON(g.Room), Computed: "a room that is reserved for " + orNothing(holder)}
}

package journal

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
)

// Request is a command with what surrounds it. The zero values of all but
// Command and At are fine.
type Request struct {
	Command     game.Command
	At          game.Instant // arrival; read once and kept through every retry
	Actor       string       // id of the player
	Key         string       // idempotency key; "" for none
	Digest      string       // of path and body, to know a reused key by
	Correlation string       // id of the HTTP request
	IfRevision  []uint64     // the revisions that the command is meant for; nil for any
	Game        *Game        // the game as this Journal gave it to the caller, which spares looking for it; nil: not loaded yet

	// AsShown is the command as it is judged by the game that its sender sees, if
	// a delay holds something back from them; so is IfRevision then. What passes
	// is judged as Command by the game as it stands. nil: the sender sees that.
	AsShown game.Command

	Bulk *Bulk // with an import: what it may take of the node; nil: all it can

	room string // with a creation: the code reserved for it
	bulk bool   // with an import: who sent it stands with an append's first event alone
}

// Result is what came of a command.
type Result struct {
	// Game is the game after the command; for a replay, as of the revision that
	// the first attempt led to; with Refusal, as it stands.
	Game *Game
	// Refusal is why the aggregate would not do it; see game.Decide.
	Refusal error
	// Replayed tells that the key belongs to a command already carried out.
	Replayed bool

	stored bool // events were appended
}

// attempts is one try and five retries after lost races.
const attempts = 6

// Execute carries out a command on a game. Errors: ErrNotFound, ErrKeyReused,
// ErrStale (with the game in the result), ErrConflict, and the store's. A refusal
// that rests on what was read from a store which is not sure of it is
// eventstore.ErrUnavailable.
func (j *Journal) Execute(ctx context.Context, id string, q Request) (Result, error) {
	before := j.certainty()
	result, err := j.execute(ctx, id, q)
	switch refused := result.Refusal != nil && !result.stored && !result.Replayed; {
	case j.heldSince(before):
	case err == nil && refused:
		return Result{}, doubtful(result.Refusal)
	case isRefusal(err):
		return Result{}, doubtful(err)
	}
	return result, err
}

func (j *Journal) execute(ctx context.Context, id string, q Request) (Result, error) {
	g, err := j.stands(ctx, q.Game)
	if g == nil && err == nil {
		g, err = j.Load(ctx, id)
	}
	if err != nil {
		return Result{}, err
	}
	result, events, err := j.judge(ctx, g, &q)
	if !result.Replayed && (err != nil || result.Refusal != nil || len(events) == 0) {
		// A refusal by a game that other nodes may have moved on is no refusal:
		// the newest events decide. Acceptance needs no such look, since the append
		// fails where the game is not what was decided on.
		newer, failed := j.Refresh(ctx, id)
		if failed != nil {
			return Result{}, failed
		}
		if newer.Revision != g.Revision {
			g = newer
			result, events, err = j.judge(ctx, g, &q)
		}
	}
	for lost := 0; ; lost++ {
		switch {
		case err != nil || len(events) == 0:
			return result, err
		case lost == attempts:
			return Result{Game: g}, ErrConflict
		}
		after, failed := j.append(ctx, g, events, &q, result.Refusal)
		if failed == nil {
			result.Game, result.stored = after, true
			return result, nil
		}
		conflict, lost := errors.AsType[*eventstore.ConflictError](failed)
		if !lost {
			return Result{Game: g}, failed
		}
		if g, err = j.Refresh(ctx, id); err != nil {
			return Result{}, err
		}
		if g.next() < conflict.Actual.Next() {
			return Result{}, doubtful(failed) // read from a node that lacks what conflicted
		}
		result, events, err = j.judge(ctx, g, &q)
	}
}

// judge decides a request on a game as it stands: key first, then the expected
// revision, then the rules.
func (j *Journal) judge(ctx context.Context, g *Game, q *Request) (Result, []game.Event, error) {
	if g.mayDuplicate(q.Actor, q.Key) {
		if result, err := j.replay(ctx, g, *q); err != nil || result.Replayed {
			return result, nil, err
		}
	}
	refusal, err := j.precondition(ctx, g, q)
	if refusal != nil || err != nil {
		return Result{Game: g, Refusal: refusal}, nil, err
	}
	command, err := j.withPast(ctx, g, q.Command)
	if err != nil {
		return Result{}, nil, err
	}
	events, refusal := game.Decide(&g.State, command, q.At)
	return Result{Game: g, Refusal: refusal}, events, nil
}

// withPast gives a command what of the game's events its state does not hold.
func (j *Journal) withPast(ctx context.Context, g *Game, c game.Command) (game.Command, error) {
	switch c := c.(type) {
	case game.RewindingCommand:
		past, err := j.pastClocks(ctx, g)
		return c.WithPast(past), err
	case game.ClaimWin:
		var err error
		c.LastActive, err = j.lastActivity(ctx, g)
		return c, err
	}
	return c, nil
}

// precondition tells what a request expects of the game that its sender sees.
// That game is as old as the delay, and judged by the clock of that time.
func (j *Journal) precondition(ctx context.Context, g *Game, q *Request) (refusal, err error) {
	if q.AsShown != nil {
		if g, err = j.Shown(ctx, g, q.At); err != nil {
			return nil, err
		}
	}
	if q.IfRevision != nil && !slices.Contains(q.IfRevision, g.Revision) {
		return nil, ErrStale
	}
	if q.AsShown != nil {
		_, refusal = game.Decide(&g.State, q.AsShown, q.At.Add(-g.State.SpectatorDelayMS))
	}
	return refusal, nil
}

// append stores events at the end of a game and returns the game after them.
func (j *Journal) append(ctx context.Context, g *Game, events []game.Event, q *Request, refusal error) (*Game, error) {
	expected := eventstore.Exactly(g.Revision)
	if g.State.Status == "" {
		expected = eventstore.NoStream()
	}
	stream := gamePrefix + g.ID
	var after *Game
	var batch []eventstore.Event
	err := q.Bulk.Compute(ctx, func() (err error) {
		after, batch, err = j.prepare(g, stream, expected.Next(), events, q, refusal)
		return err
	})
	if err != nil {
		return nil, err
	}
	stored, err := q.Bulk.storing(ctx, batch)
	if err != nil {
		return nil, err
	}
	appended, err := appendWithRetry(ctx, j.store, stream, expected, batch)
	stored()
	if err != nil {
		return nil, fmt.Errorf("journal: game %s: %w", g.ID, err)
	}
	after.Position = appended.Position
	j.games.storeIfNewer(after)
	return after, nil
}

// prepare encodes events for the store, each with the hash of the one before,
// and folds them as the store is going to hold them.
func (j *Journal) prepare(g *Game, stream string, revision uint64, events []game.Event, q *Request, refusal error) (*Game, []eventstore.Event, error) {
	at := max(q.At, g.State.UpdatedAt)
	batch := make([]eventstore.Event, len(events))
	scratch := make([]byte, 0, 640)
	f := rehydrate(g.ID, g)
	var side *janggi.Side
	for i, e := range events {
		private := new(Private)
		if i == 0 || !q.bulk {
			private.Actor, private.Correlation = q.Actor, q.Correlation
		}
		if i == 0 {
			private.Room = q.room
		}
		// A refused command is judged afresh when it comes again, so what it
		// caused does not carry its key.
		if i == len(events)-1 && q.Key != "" && refusal == nil {
			private.Key, private.Digest = q.Key, q.Digest
		}
		side = causedBy(&f.game.State, e, at, q.Actor, side)
		m := Metadata{Prev: f.game.hash.prevOf(revision), Private: private, Schema: schemaVersion, Side: side, Time: at}
		data, err := encode(e)
		if err != nil {
			return nil, nil, err
		}
		batch[i] = eventstore.Event{ID: j.newID(), Type: e.EventType(), Data: data, Metadata: appendMetadata(make([]byte, 0, 352), m)}
		recorded := eventstore.Recorded{Event: batch[i], Stream: stream, Revision: revision}
		if err := f.add(recorded, e, m); err != nil {
			return nil, nil, err
		}
		f.hash(scratch)
		revision++
	}
	return f.done(), batch, nil
}

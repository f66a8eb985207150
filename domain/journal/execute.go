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

// Request is a command with its context. Only Command and At are required.
type Request struct {
	Command     game.Command
	At          game.Instant // arrival, read once and kept through all retries
	Actor       string       // id of the player
	Key         string       // idempotency key; "" for none
	Digest      string       // of path and body, to detect a reused key
	Correlation string       // id of the HTTP request
	IfRevision  []uint64     // acceptable revisions; nil for any
	Game        *Game        // as returned by this Journal, to save a lookup; nil: not loaded yet

	// AsShown, if not nil, is first decided on the delayed game visible to the
	// sender, together with IfRevision. If it passes, Command is decided on the
	// current game.
	AsShown game.Command

	Bulk *Bulk // for an import: its share of the node; nil for no limit

	room string // for a creation: its reserved code
	bulk bool   // for an import: only the first event of an append names the sender
}

// Result is the result of a command.
type Result struct {
	// Game is the game after the command; for a replay, as of the first
	// attempt's revision; with Refusal, the current game.
	Game *Game
	// Refusal is why the aggregate refused; see game.Decide.
	Refusal error
	// Replayed: a command with this key was executed before.
	Replayed bool

	stored bool // events were appended
}

// attempts is one attempt and five retries after lost races.
const attempts = 6

// Execute executes a command on a game. Errors: ErrNotFound, ErrKeyReused,
// ErrStale (with the game in the result), ErrConflict, and the store's. While
// the store is uncertain, a refusal becomes eventstore.ErrUnavailable.
func (j *Journal) Execute(ctx context.Context, id string, q Request) (Result, error) {
	before := j.certainty()
	result, err := j.execute(ctx, id, q)
	switch refused := result.Refusal != nil && !result.stored && !result.Replayed; {
	case j.certainSince(before):
	case err == nil && refused:
		return Result{}, staleRefusal(result.Refusal)
	case isRefusal(err):
		return Result{}, staleRefusal(err)
	}
	return result, err
}

func (j *Journal) execute(ctx context.Context, id string, q Request) (Result, error) {
	g, err := j.confirm(ctx, q.Game)
	if g == nil && err == nil {
		g, err = j.Load(ctx, id)
	}
	if err != nil {
		return Result{}, err
	}
	result, events, err := j.judge(ctx, g, &q)
	if !result.Replayed && (err != nil || result.Refusal != nil || len(events) == 0) {
		// Other nodes may have changed the game, so a refusal is final only
		// after reading the newest events. Acceptance needs no such read: the
		// append fails if the game has changed.
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
			return Result{}, staleRefusal(failed) // from a node that lacks the conflicting event
		}
		result, events, err = j.judge(ctx, g, &q)
	}
}

// judge decides a request on the current game: key first, then the expected
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
	command, err := j.withHistory(ctx, g, q.Command)
	if err != nil {
		return Result{}, nil, err
	}
	events, refusal := game.Decide(&g.State, command, q.At)
	return Result{Game: g, Refusal: refusal}, events, nil
}

// withHistory adds facts from the game's events that its state does not have.
func (j *Journal) withHistory(ctx context.Context, g *Game, c game.Command) (game.Command, error) {
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

// precondition checks a request against the game visible to its sender. A
// delayed game is judged by the clock of its time.
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
	j.keep(after)
	if j.listener != nil {
		j.listener(after)
	}
	return after, nil
}

// prepare encodes events for the store, each with the hash of the one before,
// and folds them as they will be stored.
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
		// A retry of a refused command is judged again, so its events do not
		// carry its key.
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

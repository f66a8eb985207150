package journal

import (
	"context"
	"errors"
	"fmt"

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
	IfRevision  *uint64      // the revision that the command is meant for

	room string // with a creation: the code reserved for it
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
}

// attempts is one try and five retries after lost races.
const attempts = 6

// Execute carries out a command on a game. Errors: ErrNotFound, ErrKeyReused,
// ErrStale (with the game in the result), ErrConflict, and the store's.
func (j *Journal) Execute(ctx context.Context, id string, q Request) (Result, error) {
	g, err := j.Load(ctx, id)
	if err != nil {
		return Result{}, err
	}
	// A refusal by a game that other nodes may have moved on is no refusal:
	// the newest events decide. Acceptance needs no such look, since the append
	// fails where the game is not what was decided on.
	fresh := false
	for range attempts {
		result, events, err := j.judge(ctx, g, q)
		if !fresh && (err != nil || result.Refusal != nil) {
			fresh = true
			newer, rerr := j.Refresh(ctx, id)
			if rerr != nil {
				return Result{}, rerr
			}
			if newer.Revision != g.Revision {
				g = newer
				continue
			}
		}
		if err != nil || len(events) == 0 {
			return result, err
		}
		after, err := j.append(ctx, g, events, q, result.Refusal)
		if err == nil {
			result.Game = after
			return result, nil
		}
		if _, conflict := errors.AsType[*eventstore.ConflictError](err); !conflict {
			return Result{Game: g}, err
		}
		if g, err = j.Refresh(ctx, id); err != nil {
			return Result{}, err
		}
		fresh = true
	}
	return Result{Game: g}, ErrConflict
}

// judge decides a request on a game as it stands: key first, then the expected
// revision, then the rules.
func (j *Journal) judge(ctx context.Context, g *Game, q Request) (Result, []game.Event, error) {
	if done, ok := g.recall(q.Actor, q.Key); ok {
		return j.replay(ctx, g, done, q)
	}
	if q.IfRevision != nil && *q.IfRevision != g.Revision {
		return Result{Game: g}, nil, ErrStale
	}
	events, refusal := game.Decide(g.State, q.Command, q.At)
	return Result{Game: g, Refusal: refusal}, events, nil
}

func (j *Journal) replay(ctx context.Context, g *Game, done remembered, q Request) (Result, []game.Event, error) {
	if done.digest != hashDigest(q.Digest) {
		return Result{Game: g}, nil, ErrKeyReused
	}
	then, err := j.AtRevision(ctx, g.ID, done.revision)
	return Result{Game: then, Replayed: true}, nil, err
}

// append stores events at the end of a game and returns the game after them.
func (j *Journal) append(ctx context.Context, g *Game, events []game.Event, q Request, refusal error) (*Game, error) {
	expected := eventstore.Exactly(g.Revision)
	if g.State.Status == "" {
		expected = eventstore.NoStream()
	}
	after, batch, err := j.prepare(*g, expected.Next(), events, q, refusal)
	if err != nil {
		return nil, err
	}
	appended, err := j.appendSurely(ctx, gamePrefix+g.ID, expected, batch)
	if err != nil {
		return nil, fmt.Errorf("journal: game %s: %w", g.ID, err)
	}
	after.Position = appended.Position
	j.remember(&after)
	return &after, nil
}

// appendSurely tries again while nobody knows what became of an append. That is
// safe, and answers the question, because a store recognises a repeated append
// by the ids of its events.
func (j *Journal) appendSurely(ctx context.Context, stream string, expected eventstore.Expectation, batch []eventstore.Event) (eventstore.Appended, error) {
	var appended eventstore.Appended
	err := eventstore.ErrOutcomeUnknown
	for n := 0; n < attempts && errors.Is(err, eventstore.ErrOutcomeUnknown); n++ {
		appended, err = j.store.Append(ctx, stream, expected, batch)
	}
	return appended, err
}

// prepare encodes events for the store, each with the hash of the one before,
// and folds them as the store is going to hold them.
func (j *Journal) prepare(g Game, revision uint64, events []game.Event, q Request, refusal error) (Game, []eventstore.Event, error) {
	at := max(q.At, g.State.UpdatedAt)
	batch := make([]eventstore.Event, len(events))
	for i, e := range events {
		private := Private{Actor: q.Actor, Correlation: q.Correlation}
		if i == 0 {
			private.Room = q.room
		}
		// A refused command is judged afresh when it comes again, so what it
		// caused does not carry its key.
		if i == len(events)-1 && q.Key != "" && refusal == nil {
			private.Key, private.Digest = q.Key, q.Digest
		}
		m := Metadata{
			Prev:    g.hash.prevOf(revision),
			Private: &private,
			Schema:  schemaVersion,
			Side:    causedBy(g.State, e, q.Actor),
			Time:    at,
		}
		data, err := encode(e)
		if err != nil {
			return g, nil, err
		}
		metadata, err := encode(m)
		if err != nil {
			return g, nil, err
		}
		batch[i] = eventstore.Event{ID: j.newID(), Type: e.EventType(), Data: data, Metadata: metadata}
		recorded := eventstore.Recorded{Event: batch[i], Stream: gamePrefix + g.ID, Revision: revision}
		if g, err = g.next(recorded, e, m, nil); err != nil {
			return g, nil, err
		}
		revision++
	}
	return g, batch, nil
}

// causedBy is the side of whoever caused an event; nil for the clock and for a
// player of both sides, unless the event names the side itself.
func causedBy(s game.State, e game.Event, actor string) *janggi.Side {
	switch e := e.(type) {
	case game.TimeExpired:
		return nil
	case game.SetupChosen:
		if e.By == game.ByTimeout {
			return nil
		}
		return &e.Side
	case game.PlayerJoined:
		return &e.Side
	case game.MovePlayed:
		return &e.Side
	case game.TurnPassed:
		return &e.Side
	case game.PlayerResigned:
		return &e.Side
	}
	if side, ok := s.Seats.SideOf(actor); ok {
		return &side
	}
	return nil
}

package journal

import (
	"context"
	"crypto/hmac"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// replay answers a repeated command with the game as of its first execution.
// The result is not Replayed if the store has no such command after all.
func (j *Journal) replay(ctx context.Context, g *Game, q Request) (Result, error) {
	var last *idempotencyRecord
	var at uint64
	err := j.backwards(ctx, g, func(r eventstore.Recorded) (bool, error) {
		k, err := idempotencyOf(r)
		if err == nil && k.is(q) && !ofCreation(r) {
			last, at = &k, r.Revision // the newest use of the key counts
		}
		return last != nil, err
	})
	switch {
	case err != nil:
		return Result{}, err
	case last == nil:
		return Result{}, nil
	case !last.sameRequest(q):
		return Result{Game: g}, ErrKeyReused
	}
	then, err := j.AtRevision(ctx, g.ID, at)
	return Result{Game: then, Replayed: err == nil}, err
}

// idempotencyRecord identifies the request, and its key, that an event
// completed.
type idempotencyRecord struct {
	actor, key, digest string
}

// idempotency returns the record in an event's metadata; empty for none.
func (m Metadata) idempotency() idempotencyRecord {
	if m.Private == nil {
		return idempotencyRecord{}
	}
	return idempotencyRecord{m.Private.Actor, m.Private.Key, m.Private.Digest}
}

func idempotencyOf(r eventstore.Recorded) (idempotencyRecord, error) {
	m, err := decodeMetadata(r.Metadata)
	if err != nil {
		return idempotencyRecord{}, fmt.Errorf("%w: %s revision %d: %w", ErrDamaged, r.Stream, r.Revision, err)
	}
	return m.idempotency(), nil
}

// is reports whether a request came under this key.
func (r idempotencyRecord) is(q Request) bool {
	return q.Key != "" && r.key == q.Key && r.actor == q.Actor
}

// sameRequest reports whether a request has the same path and body.
func (r idempotencyRecord) sameRequest(q Request) bool {
	return hmac.Equal([]byte(r.digest), []byte(q.Digest))
}

// ofCreation reports whether an event belongs to its game's creation, whose key
// is scoped to the player, not to the game.
func ofCreation(r eventstore.Recorded) bool {
	return r.Revision == 0 || r.Revision == 1 && r.Type == game.Started{}.EventType()
}

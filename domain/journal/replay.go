package journal

import (
	"context"
	"crypto/hmac"
	"fmt"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// replay answers a command that was carried out before with the game as of
// then. It is not Replayed where the store has no such command after all.
func (j *Journal) replay(ctx context.Context, g *Game, q Request) (Result, error) {
	var last *idempotencyRecord
	var at uint64
	err := j.backwards(ctx, g, func(r eventstore.Recorded) (bool, error) {
		k, err := idempotencyOf(r)
		if err == nil && k.is(q) && !ofCreation(r) {
			last, at = &k, r.Revision // an older one was forgotten when the key came again
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

// idempotencyRecord says which request, under which key, an event ended.
type idempotencyRecord struct {
	actor, key, digest string
}

// idempotency is the record in an event's metadata; empty for none.
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

// ofCreation tells whether an event was stored by the creation of its game, whose
// key belongs to the player and not to the game.
func ofCreation(r eventstore.Recorded) bool {
	return r.Revision == 0 || r.Revision == 1 && r.Type == game.Started{}.EventType()
}

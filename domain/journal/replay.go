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
	var last *keyed
	err := j.backwards(ctx, g, func(r eventstore.Recorded) (bool, error) {
		k, err := keyOf(r)
		if err == nil && k.is(q) && !ofCreation(r) {
			last = k // an older one was forgotten when the key came again
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
	then, err := j.AtRevision(ctx, g.ID, last.revision)
	return Result{Game: then, Replayed: err == nil}, err
}

// keyed is a command under an idempotency key, as the event tells that it ended
// with.
type keyed struct {
	actor, key, digest string
	revision           uint64
}

func keyOf(r eventstore.Recorded) (*keyed, error) {
	m, err := decodeMetadata(r.Metadata)
	if err != nil {
		return nil, fmt.Errorf("%w: %s revision %d: %w", ErrDamaged, r.Stream, r.Revision, err)
	}
	if m.Private == nil {
		return &keyed{}, nil
	}
	return &keyed{m.Private.Actor, m.Private.Key, m.Private.Digest, r.Revision}, nil
}

// is tells whether a request came under this key.
func (k *keyed) is(q Request) bool { return q.Key != "" && k.key == q.Key && k.actor == q.Actor }

// sameRequest tells whether it is the same again: same path, same body.
func (k *keyed) sameRequest(q Request) bool { return hmac.Equal([]byte(k.digest), []byte(q.Digest)) }

// ofCreation tells whether an event was stored by the creation of its game, whose
// key belongs to the player and not to the game.
func ofCreation(r eventstore.Recorded) bool {
	return r.Revision == 0 || r.Revision == 1 && r.Type == game.Started{}.EventType()
}

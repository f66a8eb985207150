package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/janggid/janggid/eventstore"
)

// The lines of quick play are many, and which one a request means stands in its
// body. So that another body under the same key is known on every node, the key
// has a stream of its own, whose name follows from player and key.

const keyPrefix = "key-"

// KeyUsed is the only event of a key's stream. The digest of the request that the
// key belongs to stands in its private metadata, as with games.
type KeyUsed struct {
	Player string `json:"player"`
}

// EventType is the name under which the event is stored.
func (KeyUsed) EventType() string { return "KeyUsed" }

// useKey takes a player's key for a request; it may have been taken for that
// before. ErrKeyReused where it belongs to another.
func (j *Journal) useKey(ctx context.Context, q Request) error {
	stream := keyPrefix + uuid8(j.derive("key", q.Actor, q.Key))
	if taken, err := j.keyTaken(ctx, stream, q); taken || err != nil {
		return err
	}
	data, err := encode(KeyUsed{Player: q.Actor})
	if err != nil {
		return err
	}
	private := Private{Actor: q.Actor, Correlation: q.Correlation, Digest: q.Digest, Key: q.Key}
	event := eventstore.Event{
		ID: j.newID(), Type: KeyUsed{}.EventType(), Data: data,
		Metadata: appendMetadata(nil, Metadata{Private: &private, Schema: schemaVersion, Time: q.At}),
	}
	_, err = j.appendSurely(ctx, stream, eventstore.NoStream(), []eventstore.Event{event})
	if _, conflict := errors.AsType[*eventstore.ConflictError](err); conflict {
		_, err = j.keyTaken(ctx, stream, q) // at this moment
		return err
	}
	if err != nil {
		return fmt.Errorf("journal: key: %w", err)
	}
	return nil
}

// keyTaken tells whether a key has been taken, for the same request.
func (j *Journal) keyTaken(ctx context.Context, stream string, q Request) (bool, error) {
	for r, err := range j.store.ReadStream(ctx, stream, 0) {
		if err != nil {
			return false, fmt.Errorf("journal: key: %w", err)
		}
		if _, err := decodeKeyUsed(r); err != nil {
			return false, err
		}
		k, err := keyOf(r)
		switch {
		case err != nil:
			return false, err
		case !k.sameRequest(q):
			return false, ErrKeyReused
		}
		return true, nil
	}
	return false, nil
}

func decodeKeyUsed(r eventstore.Recorded) (e KeyUsed, err error) {
	if r.Type != e.EventType() {
		return e, fmt.Errorf("%w: %s: unknown event type %q", ErrDamaged, r.Stream, r.Type)
	}
	if err := json.Unmarshal(r.Data, &e); err != nil {
		return e, fmt.Errorf("%w: %s: %w", ErrDamaged, r.Stream, err)
	}
	return e, nil
}

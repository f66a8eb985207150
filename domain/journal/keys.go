package journal

import "context"

// The pools of quick play are many, and the body of a request says which one it
// means. So that every node recognizes another body under the same key, the key
// has a stream of its own, whose name follows from player and key.

const keyPrefix = "key-"

// KeyUsed is the only event of a key's stream. The digest of the request that
// the key belongs to stands in its private metadata, as with games.
type KeyUsed struct {
	Player string `json:"player"`
}

// EventType is the name under which the event is stored.
func (KeyUsed) EventType() string { return "KeyUsed" }

var keyStreams = aggregate[idempotencyRecord, KeyUsed]{
	name: "key", prefix: keyPrefix,
	types: eventTypesOf(KeyUsed{}),
	apply: func(s *idempotencyRecord, e entry[KeyUsed]) { *s = e.Metadata.idempotency() },
}

// useKey takes a player's key for a request; the same request may have taken it
// before. ErrKeyReused where it belongs to another.
func (j *Journal) useKey(ctx context.Context, q Request) error {
	s := j.keys.open(uuid8(j.derive("key", q.Actor, q.Key)))
	defer s.close()
	private := &Private{Actor: q.Actor, Correlation: q.Correlation, Digest: q.Digest, Key: q.Key}
	return s.update(ctx, Metadata{Private: private, Time: q.At}, func(taken *idempotencyRecord) ([]KeyUsed, error) {
		switch {
		case s.empty():
			return []KeyUsed{{Player: q.Actor}}, nil
		case !taken.sameRequest(q):
			return nil, ErrKeyReused
		}
		return nil, nil
	})
}

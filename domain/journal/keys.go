package journal

import "context"

// A quick-play request's body determines its pool. So that every node
// recognizes a key reused with another body, each key has its own stream, named
// after player and key.

const keyPrefix = "key-"

// KeyUsed is the only event of a key's stream. Its private metadata holds the
// digest of the key's request, as with games.
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

// useKey reserves a player's key for a request, or confirms the reservation.
// ErrKeyReused if the key belongs to another request.
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

package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// Hash is the SHA-256 of an event: of the canonical JSON object of its data,
// id, prev, revision, stream, time and type. Since prev is in it, it stands for
// the whole history up to the event.
type Hash [sha256.Size]byte

// hashEvent appends to scratch to spare an allocation an event.
func hashEvent(scratch []byte, stream string, revision uint64, e eventstore.Event, at game.Instant, prev *string) Hash {
	b := append(scratch[:0], `{"data":`...)
	b = append(b, e.Data...)
	b = append(b, `,"id":`...)
	b = appendQuoted(b, e.ID.String())
	b = append(b, `,"prev":`...)
	if prev == nil {
		b = append(b, "null"...)
	} else {
		b = appendQuoted(b, *prev)
	}
	b = append(b, `,"revision":`...)
	b = strconv.AppendUint(b, revision, 10)
	b = append(b, `,"stream":`...)
	b = appendQuoted(b, stream)
	b = append(b, `,"time":`...)
	b = appendQuoted(b, at.String())
	b = append(b, `,"type":`...)
	b = appendQuoted(b, e.Type)
	b = append(b, '}')
	return sha256.Sum256(b)
}

// prevOf is the prev of the event after one with this hash.
func (h Hash) prevOf(revision uint64) *string {
	if revision == 0 {
		return nil
	}
	return new(hex.EncodeToString(h[:]))
}

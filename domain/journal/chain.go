package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/janggid/janggid/eventstore"
)

// Hash is the SHA-256 of an event: of the canonical JSON object of its data,
// id, prev, revision, stream, time and type. Because it includes prev, it
// covers the whole history up to the event.
type Hash [sha256.Size]byte

// hashEvent uses scratch to avoid an allocation.
func hashEvent(scratch []byte, r eventstore.Recorded, m Metadata) Hash {
	b := append(scratch[:0], `{"data":`...)
	b = append(b, r.Data...)
	b = append(b, `,"id":`...)
	b = appendID(b, r.ID)
	b = append(b, `,"prev":`...)
	if m.Prev == nil {
		b = append(b, "null"...)
	} else {
		b = appendText(b, *m.Prev)
	}
	b = append(b, `,"revision":`...)
	b = strconv.AppendUint(b, r.Revision, 10)
	b = append(b, `,"stream":`...)
	b = appendText(b, r.Stream)
	b = append(b, `,"time":"`...)
	b = m.Time.Append(b)
	b = append(b, `","type":`...)
	b = appendText(b, r.Type)
	b = append(b, '}')
	return sha256.Sum256(b)
}

// prevOf returns the prev of the event after one with this hash.
func (h Hash) prevOf(revision uint64) *string {
	if revision == 0 {
		return nil
	}
	return new(h.String())
}

// String returns the hash in hex.
func (h Hash) String() string {
	var text [2 * len(h)]byte
	hex.Encode(text[:], h[:])
	return string(text[:])
}

// Digest returns the hash of the game's last event in hex. It covers the whole
// history up to Revision.
func (g *Game) Digest() string { return g.hash.String() }

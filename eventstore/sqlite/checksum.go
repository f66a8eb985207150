package sqlite

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// summer computes the checksum of an event's row: XXH64 of its numbers and the
// lengths of its texts, 8 bytes each, little-endian, its id, and its texts. It
// includes the stream's name rather than its id in table streams, to detect a
// damaged name too.
//
// It detects damage, not forgery; the hash chain in the metadata does that.
type summer struct {
	digest xxhash.Digest
	fixed  [6*8 + 16]byte
}

// row holds the fields covered by an event's checksum, except data and
// metadata.
type row struct {
	position, revision, previous int64
	id                           [16]byte
	stream, kind                 string
}

// begin takes everything but data and metadata, which the caller writes to the
// digest, in that order.
func (s *summer) begin(r *row, data int) {
	s.digest.Reset()
	for i, n := range [...]int64{r.position, r.revision, r.previous, int64(len(r.stream)), int64(len(r.kind)), int64(data)} {
		binary.LittleEndian.PutUint64(s.fixed[8*i:], uint64(n))
	}
	copy(s.fixed[6*8:], r.id[:])
	// A digest's Write and WriteString never fail.
	s.digest.Write(s.fixed[:])
	s.digest.WriteString(r.stream)
	s.digest.WriteString(r.kind)
}

// ofTexts is the checksum of a row that is about to be written.
func (s *summer) ofTexts(r *row, data, metadata string) int64 {
	s.begin(r, len(data))
	s.digest.WriteString(data)
	s.digest.WriteString(metadata)
	return int64(s.digest.Sum64())
}

// ofBytes is the checksum of a row that was read.
func (s *summer) ofBytes(r *row, data, metadata []byte) int64 {
	s.begin(r, len(data))
	s.digest.Write(data)
	s.digest.Write(metadata)
	return int64(s.digest.Sum64())
}

package engine

import (
	"math/bits"

	"github.com/janggid/janggid/domain/janggi"
)

// bound is the relation of a stored score to the true one.
type bound uint8

const (
	boundNone bound = iota
	boundUpper
	boundLower
	boundExact
)

// slot is the table's entry of a position: 12 bytes.
type slot struct {
	tag   uint32
	move  janggi.Move
	score int16
	eval  int16
	depth uint8
	meta  uint8 // bound in two bits, whether the node was on a principal variation, age in five bits
}

const (
	metaBound = 3
	metaPV    = 4
	metaAge   = 8 // one search older
)

func (s *slot) bound() bound { return bound(s.meta & metaBound) }
func (s *slot) wasPV() bool  { return s.meta&metaPV != 0 }

// bucketSlots is how many positions share a bucket, which is a line of the
// processor's cache.
const bucketSlots = 5

type bucket struct {
	slots [bucketSlots]slot
	_     uint32
}

// table is the transposition table. A position's bucket comes from the low bits
// of its key, its tag from the high ones.
type table struct {
	buckets []bucket
	mask    uint64
	age     uint8
}

const bucketBytes = 64

// newTable has the largest power of two of buckets that takes no more than so
// many bytes, at least one.
func newTable(size int) table {
	n := max(size/bucketBytes, 1)
	var t table
	t.use(make([]bucket, 1<<(bits.Len(uint(n))-1)))
	return t
}

// use makes some buckets the table's, a power of two.
func (t *table) use(buckets []bucket) { t.buckets, t.mask = buckets, uint64(len(buckets)-1) }

func (t *table) clear() {
	clear(t.buckets)
	t.age = 0
}

// grow starts a new age: older entries are replaced first.
func (t *table) grow() { t.age += metaAge }

// probe returns the slot of a position if found, else the slot to store it in.
func (t *table) probe(key uint64) (s *slot, found bool) {
	b := &t.buckets[key&t.mask]
	tag := uint32(key >> 32)
	for i := range b.slots {
		if b.slots[i].tag == tag && b.slots[i].meta&metaBound != 0 {
			return &b.slots[i], true
		}
	}
	worst := &b.slots[0]
	for i := 1; i < bucketSlots; i++ {
		if t.worth(&b.slots[i]) < t.worth(worst) {
			worst = &b.slots[i]
		}
	}
	return worst, false
}

// worth is how much a slot is worth keeping: its depth, and two plies less for
// each age.
func (t *table) worth(s *slot) int {
	if s.meta&metaBound == 0 {
		return -1 << 10
	}
	return int(s.depth) - 2*int((t.age-s.meta)/metaAge)
}

// store stores a result unless the slot has a deeper one of the same position.
func (t *table) store(s *slot, key uint64, m janggi.Move, score Score, eval Score, depth int, b bound, pv bool) {
	tag := uint32(key >> 32)
	same := s.tag == tag && s.meta&metaBound != 0
	if m != noMove || !same {
		s.move = m
	}
	if same && b != boundExact && depth+4 < int(s.depth) && s.meta&^7 == t.age {
		return
	}
	meta := uint8(b) | t.age
	if pv {
		meta |= metaPV
	}
	s.tag, s.score, s.eval, s.depth, s.meta = tag, int16(score), int16(eval), uint8(max(depth, 0)), meta
}

// full is how many thousandths of a sample of the table are in use by the
// latest search.
func (t *table) full() int {
	used, sample := 0, min(len(t.buckets), 200)
	for i := range sample {
		for j := range t.buckets[i].slots {
			if s := &t.buckets[i].slots[j]; s.meta&metaBound != 0 && s.meta&^7 == t.age {
				used++
			}
		}
	}
	return used * 1000 / (sample * bucketSlots)
}

// toTable makes a score that counts turns from the root one that counts them
// from the position.
func toTable(s Score, ply int) Score {
	switch {
	case s >= WonScore:
		return s + Score(ply)
	case s <= -WonScore:
		return s - Score(ply)
	}
	return s
}

// fromTable undoes toTable, for a root ply turns before.
func fromTable(s Score, ply int) Score {
	switch {
	case s >= WonScore:
		return s - Score(ply)
	case s <= -WonScore:
		return s + Score(ply)
	}
	return s
}

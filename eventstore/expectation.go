package eventstore

import (
	"math"
	"strconv"
)

// Expectation says where a stream must be for an append to take place: at an
// exact revision, or not existing yet. There is no "anything goes", and the
// zero value is refused, so that it cannot be left out by mistake.
type Expectation struct {
	next uint64 // revision that the first new event gets
	set  bool
}

// NoStream expects that the stream holds no event.
func NoStream() Expectation { return Expectation{set: true} }

// Exactly expects that the stream's last event has the given revision. The
// greatest revision has none after it and gives the zero value.
func Exactly(revision uint64) Expectation {
	if revision == math.MaxUint64 {
		return Expectation{}
	}
	return Expectation{next: revision + 1, set: true}
}

// Valid is false for the zero value.
func (e Expectation) Valid() bool { return e.set }

// Next is the revision that the first new event gets.
func (e Expectation) Next() uint64 { return e.next }

func (e Expectation) String() string {
	switch {
	case !e.set:
		return "unset"
	case e.next == 0:
		return "no stream"
	}
	return "revision " + strconv.FormatUint(e.next-1, 10)
}

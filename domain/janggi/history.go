package janggi

import (
	"sync/atomic"
	"unsafe"
)

// turn is what is kept of a turn: 16 bytes, since every game in play holds all of its own.
type turn struct {
	key         uint64 // of the position after it
	move        Move
	occurrence  uint16 // how often that position had then stood, this time included
	piece       Piece
	captured    Piece
	givesCheck  bool
	leavesFaced bool
}

// history is a growing list of turns of which every state stays valid: what was added is never written again. Games
// made from one game share one array as long as each only adds to the end of it. Of two that add different turns the
// first claims the place and the other moves to an array of its own; two that add the same turn share it, since a turn is
// made more than once when it is judged and then carried out.
type history struct {
	turns   []turn
	claimed *atomic.Int32 // how much of the array is written, shared with all that use it; negative while a turn is being written
}

func (h history) with(t turn) history {
	n := len(h.turns)
	switch {
	case n == cap(h.turns):
		return h.movedWith(t)
	case h.claimed.CompareAndSwap(int32(n), int32(-n-1)):
		h.turns = append(h.turns, t)
		h.claimed.Store(int32(n + 1))
		return h
	case h.claimed.Load() > int32(n) && h.turns[:n+1][n] == t:
		h.turns = h.turns[:n+1]
		return h
	}
	return h.movedWith(t)
}

// movedWith is with in an array of its own.
func (h history) movedWith(t turn) history {
	n := len(h.turns)
	own := make([]turn, n, n+n/4+8)
	copy(own, h.turns)
	moved := history{append(own, t), new(atomic.Int32)}
	moved.claimed.Store(int32(n + 1))
	return moved
}

// bytes is the memory of the array.
func (h history) bytes() int { return cap(h.turns) * int(unsafe.Sizeof(turn{})) }

// shares tells whether two histories are parts of one array.
func (h history) shares(other history) bool { return h.claimed == other.claimed }

func (h history) without(last int) history {
	h.turns = h.turns[:len(h.turns)-last]
	return h
}

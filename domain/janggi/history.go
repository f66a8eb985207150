package janggi

import (
	"sync/atomic"
	"unsafe"
)

// turn is the stored form of a turn: 16 bytes, because every game in play keeps
// all of its turns.
type turn struct {
	key         uint64 // of the position after it
	move        Move
	occurrence  uint16 // of that position, counting this one
	piece       Piece
	captured    Piece
	givesCheck  bool
	leavesFaced bool
}

// history is a persistent list of turns: entries are never overwritten, so
// every earlier value stays valid. Games derived from one share an array while
// they only append to its end. When two append different turns, the first
// claims the slot and the other copies the array. Two that append the same turn
// share it, because a turn is played once to judge it and again to carry it
// out.
type history struct {
	turns   []turn
	claimed *atomic.Int32 // written length, shared by all users of the array; negative during a write
}

func (h history) with(t turn) history {
	n := len(h.turns)
	switch {
	case n == cap(h.turns):
		return h.copiedWith(t)
	case h.claimed.CompareAndSwap(int32(n), int32(-n-1)):
		h.turns = append(h.turns, t)
		h.claimed.Store(int32(n + 1))
		return h
	case h.claimed.Load() > int32(n) && h.turns[:n+1][n] == t:
		h.turns = h.turns[:n+1]
		return h
	}
	return h.copiedWith(t)
}

// copiedWith is with, in a new array.
func (h history) copiedWith(t turn) history {
	n := len(h.turns)
	own := make([]turn, n, n+n/4+8)
	copy(own, h.turns)
	moved := history{append(own, t), new(atomic.Int32)}
	moved.claimed.Store(int32(n + 1))
	return moved
}

// bytes returns the memory of the array.
func (h history) bytes() int { return cap(h.turns) * int(unsafe.Sizeof(turn{})) }

// shares reports whether two histories use one array.
func (h history) shares(other history) bool { return h.claimed == other.claimed }

func (h history) without(last int) history {
	h.turns = h.turns[:len(h.turns)-last]
	return h
}

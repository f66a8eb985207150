package janggi

import "sync/atomic"

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
// made from one game share one array as long as each only adds to the end of it; of two that add different turns the
// first claims the place, the other moves to an array of its own.
type history struct {
	turns   []turn
	claimed *atomic.Int32 // how much of the array is written; shared with all that use it
}

func (h history) with(t turn) history {
	n := len(h.turns)
	if n == cap(h.turns) || !h.claimed.CompareAndSwap(int32(n), int32(n+1)) {
		own := make([]turn, n, n+n/4+8)
		copy(own, h.turns)
		h = history{own, new(atomic.Int32)}
		h.claimed.Store(int32(n + 1))
	}
	h.turns = append(h.turns, t)
	return h
}

func (h history) without(last int) history {
	h.turns = h.turns[:len(h.turns)-last]
	return h
}

package sqlite

import "sync"

// head is the end of a stream; zero for an absent stream.
type head struct {
	stream   int64  // id in table streams
	next     uint64 // revision of the next event
	position int64  // of the last event
}

// heads caches the heads of recently written streams: an append needs no query,
// and the file, which stores all heads, need not be updated with every event.
// Streams not in here have their head in the file.
//
// There are two generations. Changes go to the young one. The old one is the
// previous young one; it may be replaced once the file has all of it.
type heads struct {
	mu         sync.RWMutex
	young, old map[string]head
	position   int64 // of the last event that is counted here
	begun      int64 // what is young stands after this position, what is old at or before it
}

// newHeads makes heads for a file whose streams' heads are right up to a
// position.
func newHeads(saved int64) *heads {
	return &heads{young: map[string]head{}, position: saved, begun: saved}
}

func (h *heads) get(stream string) (head, bool) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	at, ok := h.young[stream]
	if !ok {
		at, ok = h.old[stream]
	}
	return at, ok
}

// counted gives the position of the last event that is counted.
func (h *heads) counted() int64 {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.position
}

// publish counts the events up to a position, by which these heads have
// changed.
func (h *heads) publish(changed map[string]head, position int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for stream, at := range changed {
		h.young[stream] = at
	}
	h.position = position
}

// rotate begins a new generation and returns the old one, which no longer
// changes.
func (h *heads) rotate() map[string]head {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.old, h.young, h.begun = h.young, map[string]head{}, h.position
	return h.old
}

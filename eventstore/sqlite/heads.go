package sqlite

// headsKept bounds each generation of the writer's cache: at most twice as many
// streams, about 150 bytes each, are remembered.
const headsKept = 1 << 16

// head is where a stream stands.
type head struct {
	stream int64  // id in table streams
	next   uint64 // revision of the next event
}

// heads remembers where the streams in use stand, so that an append needs no
// query. It has two generations: when the young one is full it becomes the old
// one, and what was old and not asked for since is forgotten. That comes close
// to forgetting the least recently used, without a list to keep.
type heads struct {
	young, old map[string]head
	most       int
}

func newHeads(most int) *heads {
	return &heads{young: map[string]head{}, most: most}
}

func (h *heads) get(stream string) (head, bool) {
	if at, ok := h.young[stream]; ok {
		return at, true
	}
	at, ok := h.old[stream]
	if ok {
		h.put(stream, at)
	}
	return at, ok
}

func (h *heads) put(stream string, at head) {
	if len(h.young) >= h.most {
		if _, known := h.young[stream]; !known {
			h.old, h.young = h.young, make(map[string]head, h.most)
		}
	}
	h.young[stream] = at
}

// forget empties the cache, after a transaction whose changes it already holds
// has failed.
func (h *heads) forget() {
	h.young, h.old = map[string]head{}, nil
}

package rest

import "sync/atomic"

// StreamCount counts the streams of a node. The zero value is ready for use.
type StreamCount struct {
	open atomic.Int64
	cut  atomic.Uint64
}

// Open is how many streams are open, those that catch up included.
func (n *StreamCount) Open() int64 { return n.open.Load() }

// Cut is how many streams ended because a client accepted nothing in time.
func (n *StreamCount) Cut() uint64 { return n.cut.Load() }

package live

import (
	"context"
	"errors"
	"sync"
)

var (
	// ErrSlow: the subscription was cut off because its reader fell behind.
	ErrSlow = errors.New("live: reader too slow")

	// ErrClosed: the hub was closed.
	ErrClosed = errors.New("live: hub closed")
)

const (
	// maxQueued bounds the frames that wait for a reader.
	maxQueued = 512

	// maxQueuedBytes bounds what they hold. Frames are shared, so that this is
	// memory only where nobody else holds them.
	maxQueuedBytes = 256 << 10
)

// Subscription is a queue of frames. One goroutine reads it.
type Subscription struct {
	hub    *Hub
	topics []string
	beat   int // of the heartbeats' wheel

	mu     sync.Mutex
	queue  []*Frame
	bytes  int
	ended  error
	waking chan struct{} // holds one token while there is something to see
}

// push queues a frame, or cuts the reader off.
func (s *Subscription) push(f *Frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended != nil {
		return
	}
	if len(s.queue) >= maxQueued || s.bytes+len(f.Members) > maxQueuedBytes {
		s.end(ErrSlow)
		return
	}
	s.queue = append(s.queue, f)
	s.bytes += len(f.Members)
	s.wake()
}

// pushIdle queues a frame unless others wait already.
func (s *Subscription) pushIdle(f *Frame) {
	s.mu.Lock()
	idle := len(s.queue) == 0
	s.mu.Unlock()
	if idle {
		s.push(f)
	}
}

// end lets the reader have an error in place of frames. The caller holds mu.
func (s *Subscription) end(err error) {
	if s.ended == nil {
		s.ended, s.queue, s.bytes = err, nil, 0
		s.wake()
	}
}

func (s *Subscription) wake() {
	select {
	case s.waking <- struct{}{}:
	default:
	}
}

// Wait waits until Next need not wait. It gives ctx's error when ctx ends before.
func (s *Subscription) Wait(ctx context.Context) error {
	select {
	case <-s.waking:
		s.wake()
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Next waits for frames and takes all that there are. Errors: ErrSlow,
// ErrClosed, and ctx's.
func (s *Subscription) Next(ctx context.Context) ([]*Frame, error) {
	for {
		select {
		case <-s.waking:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		s.mu.Lock()
		frames, err := s.queue, s.ended
		s.queue, s.bytes = nil, 0
		s.mu.Unlock()
		if err != nil || len(frames) > 0 {
			return frames, err
		}
	}
}

// Move has what is published under other topics queued from now on. What is in the
// queue stays there.
func (s *Subscription) Move(topics ...string) { s.hub.move(s, topics) }

// Close ends the subscription.
func (s *Subscription) Close() { s.hub.leave(s) }

package sqlite

import (
	"context"
	"iter"
	"time"

	"github.com/janggid/janggid/eventstore"
)

// lookInterval is the interval at which a read-only store polls for events of
// the writing process.
const lookInterval = 50 * time.Millisecond

// Subscribe implements eventstore.Store.
func (s *Store) Subscribe(ctx context.Context, after eventstore.Position, marks ...eventstore.Mark) iter.Seq2[eventstore.Message, error] {
	return func(yield func(eventstore.Message, error) bool) {
		if err := eventstore.Recognize(ctx, s, after, marks); err != nil {
			if ctx.Err() == nil {
				yield(eventstore.Message{}, err)
			}
			return
		}
		for ctx.Err() == nil {
			// In this order: events committed after the first call are in the
			// second one's pages, or moved is closed.
			older, newer, complete, moved := s.tail.after(after)
			rest := s.ReadAll(ctx, after)
			if complete && s.writer != nil {
				rest = follow(after, older, newer)
			}
			for r, err := range rest {
				switch {
				case ctx.Err() != nil:
					return
				case err != nil:
					yield(eventstore.Message{}, err)
					return
				}
				if !yield(eventstore.Message{Recorded: r}, nil) {
					return
				}
				after = r.Position
			}
			if ctx.Err() != nil || !yield(eventstore.Message{CaughtUp: true, Checked: after}, nil) {
				return
			}
			if err := s.wait(ctx, moved, after); err != nil {
				if ctx.Err() == nil {
					yield(eventstore.Message{}, err)
				}
				return
			}
		}
	}
}

// follow yields the events that a tail has after a position.
func follow(after eventstore.Position, parts ...[]writtenEvent) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		position := after
		for _, events := range parts {
			for i := range events {
				position++
				if !yield(events[i].recorded(position), nil) {
					return
				}
			}
		}
	}
}

// wait returns when there is an event after a position. moved is the tail's.
func (s *Store) wait(ctx context.Context, moved <-chan struct{}, after eventstore.Position) error {
	if s.writer != nil {
		select {
		case <-moved:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-s.readers.closed:
			return eventstore.ErrClosed
		}
	}
	look := time.NewTicker(lookInterval)
	defer look.Stop()
	for {
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		case <-s.readers.closed:
			return eventstore.ErrClosed
		}
		if head, err := s.Head(ctx); err != nil || head > after {
			return err
		}
	}
}

package sqlite

import (
	"context"
	"iter"
	"math"

	"github.com/janggid/janggid/eventstore"
)

// ReadStream implements eventstore.Store.
func (s *Store) ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return s.pages(ctx, clamp(from),
		func(r *reader, page []eventstore.Recorded, from int64) ([]eventstore.Recorded, bool, error) {
			return r.ofStream(page, stream, from)
		},
		func(last *eventstore.Recorded) int64 { return int64(last.Revision) + 1 })
}

// ReadAll implements eventstore.Store.
func (s *Store) ReadAll(ctx context.Context, after eventstore.Position) iter.Seq2[eventstore.Recorded, error] {
	return s.pages(ctx, clamp(uint64(after)), (*reader).ofAll,
		func(last *eventstore.Recorded) int64 { return int64(last.Position) })
}

// clamp brings what SQLite's signed integers cannot hold to where no event is.
func clamp(n uint64) int64 { return int64(min(n, math.MaxInt64)) }

// readPage reads a page from somewhere on, into the memory of the last page, and
// tells whether there may be more.
type readPage func(r *reader, last []eventstore.Recorded, from int64) (page []eventstore.Recorded, more bool, err error)

// pages yields events page by page; next says where the page after an event
// begins. No reader is held while the consumer works.
func (s *Store) pages(ctx context.Context, from int64, read readPage, next func(*eventstore.Recorded) int64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		var page []eventstore.Recorded
		for from, more := from, true; more; {
			err := s.readers.use(ctx, func(r *reader) (err error) {
				page, more, err = read(r, page, from)
				return err
			})
			if err != nil {
				yield(eventstore.Recorded{}, err)
				return
			}
			for i := range page {
				if !yield(page[i], nil) {
					return
				}
			}
			if more {
				from = next(&page[len(page)-1])
			}
		}
	}
}

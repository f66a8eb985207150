package sqlite

import (
	"context"
	"errors"
	"iter"
	"math"

	"github.com/janggid/janggid/eventstore"
)

// ReadStream implements eventstore.Store.
func (s *Store) ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		var w *walk
		var last int64
		s.pages(ctx, yield, func(r *reader, page []eventstore.Recorded) (_ []eventstore.Recorded, more bool, err error) {
			if w == nil {
				at, err := s.head(r, stream)
				if err != nil {
					return nil, false, err
				}
				last = at.position
				if w, err = newWalk(r, stream, at, clamp(from)); err != nil {
					return nil, false, orDeleted(r, stream, last, err)
				}
			}
			page, more, err = w.page(r, page)
			return page, more, orDeleted(r, stream, last, err)
		})
	}
}

// Length implements eventstore.Lengths.
func (s *Store) Length(ctx context.Context, stream string) (length uint64, err error) {
	err = s.readers.use(ctx, func(r *reader) error {
		at, err := s.head(r, stream)
		length = at.next
		return err
	})
	return length, err
}

// head returns the head of a stream. It looks in memory first: a head that is
// saved and dropped concurrently is then in the file.
func (s *Store) head(r *reader, stream string) (head, error) {
	if s.follower != nil {
		if err := s.follower.catchUp(); err != nil {
			return head{}, err
		}
	}
	if at, ok := s.heads.get(stream); ok {
		return at, nil
	}
	at, err := headIn(r.filed, stream)
	if err == nil && at.next == 0 {
		err = errAbsent
	}
	if err = orDeleted(r, stream, at.position, err); err == errAbsent {
		err = nil
	}
	return at, err
}

// errAbsent: the file knows no stream of a name.
var errAbsent = errors.New("no such stream")

// orDeleted is eventstore.ErrDeleted for a stream that cannot be read because
// it was deleted, with the event at a position, or all.
func orDeleted(r *reader, stream string, last int64, err error) error {
	if !errors.Is(err, ErrDamaged) && err != errAbsent {
		return err
	}
	if deleted, failed := r.isDeleted(stream, last); failed == nil && deleted {
		return eventstore.ErrDeleted
	}
	return err
}

// ReadAll implements eventstore.Store.
func (s *Store) ReadAll(ctx context.Context, after eventstore.Position) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		after := clamp(uint64(after))
		s.pages(ctx, yield, func(r *reader, page []eventstore.Recorded) (_ []eventstore.Recorded, more bool, err error) {
			must := s.heads.counted()
			page, more, err = r.ofAll(page, after, s.visible(), must)
			if more {
				after = int64(page[len(page)-1].Position)
			}
			return page, more, err
		})
	}
}

// visible is the last position that readers may see. Right after a commit the
// file has events whose heads are not published yet; readers would miss them in
// their streams.
func (s *Store) visible() int64 {
	if s.follower != nil {
		return math.MaxInt64
	}
	return s.heads.counted()
}

// clamp limits numbers beyond SQLite's signed integers to a position without an
// event.
func clamp(n uint64) int64 { return int64(min(n, math.MaxInt64)) }

// readPage reads the next page, into the memory of the last, and reports
// whether there may be more.
type readPage func(r *reader, last []eventstore.Recorded) (page []eventstore.Recorded, more bool, err error)

// pages yields events page by page. No reader is held while the consumer works.
func (s *Store) pages(ctx context.Context, yield func(eventstore.Recorded, error) bool, read readPage) {
	var page []eventstore.Recorded
	for more := true; more; {
		err := s.readers.use(ctx, func(r *reader) (err error) {
			page, more, err = read(r, page)
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
	}
}

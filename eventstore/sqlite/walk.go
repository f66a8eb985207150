package sqlite

import (
	"fmt"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// walk reads a stream page by page. A chain leads from the newest event back,
// and a reader wants the oldest first: so a page is the whole chain from the
// page's end to where the page before ended, and a long stream is walked once
// before, to find where its pages end.
type walk struct {
	stream string
	next   int64  // revision to be read next
	ends   []head // of the pages, each as if the stream ended there; the next page's last
}

// newWalk begins to read a stream that has a head at a revision, which may be
// past its end.
func newWalk(r *reader, stream string, at head, from int64) (*walk, error) {
	w := &walk{stream: stream, next: from}
	if from >= int64(at.next) {
		return w, nil
	}
	r.remember(at.stream, stream)
	w.ends = []head{at}
	if int64(at.next)-from <= pageEvents {
		return w, nil
	}
	_, err := r.ends.Bind(at.position, from, int64(pageEvents)).Rows(func(row *sqliteconn.Row) bool {
		end := head{stream: at.stream, next: uint64(row.Int(1)) + 1, position: row.Int(0)}
		if end.next < at.next {
			w.ends = append(w.ends, end)
		}
		return true
	})
	return w, err
}

// page returns the next page, and whether more follow.
func (w *walk) page(r *reader, page []eventstore.Recorded) (_ []eventstore.Recorded, more bool, err error) {
	if len(w.ends) == 0 {
		return page[:0], false, nil
	}
	end := w.ends[len(w.ends)-1]
	if page, _, err = r.page(page, r.stream.Bind(end.position, w.next, int64(pageEvents))); err != nil {
		return page[:0], false, err
	}
	for i := range page {
		if page[i].Stream != w.stream || page[i].Revision != uint64(w.next) {
			return page[:0], false, fmt.Errorf("%w: event %d is revision %d of stream %s where revision %d of %s should be",
				ErrDamaged, page[i].Position, page[i].Revision, page[i].Stream, w.next, w.stream)
		}
		w.next++
	}
	if len(page) == 0 {
		return page, false, fmt.Errorf("%w: stream %s has no event %d", ErrDamaged, w.stream, end.position)
	}
	if w.next == int64(end.next) {
		w.ends = w.ends[:len(w.ends)-1]
	}
	return page, len(w.ends) > 0, nil
}

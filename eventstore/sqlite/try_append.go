package sqlite

import (
	"errors"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// tryAppend stores an append, or finds that it is stored already or in
// conflict. The result is valid once the transaction is committed.
func (w *writer) tryAppend(r *request) error {
	r.appended, r.err = eventstore.Appended{}, nil
	at, err := w.head(r.stream)
	if errors.Is(err, eventstore.ErrDeleted) {
		r.err = err
		return nil
	}
	if err != nil {
		return err
	}
	if r.expected.Next() == at.next {
		return w.store(r, at)
	}
	if r.expected.Next() < at.next {
		position, err := w.standing(at, r)
		if err != nil {
			return err
		}
		if position != 0 {
			r.appended = answer(r, position)
			return nil
		}
	}
	actual := eventstore.NoStream()
	if at.next > 0 {
		actual = eventstore.Exactly(at.next - 1)
	}
	r.err = &eventstore.ConflictError{Stream: r.stream, Expected: r.expected, Actual: actual}
	return nil
}

// store adds the events of an append at the end of its stream.
func (w *writer) store(r *request, at head) error {
	if at.stream == 0 {
		w.lastStream++
		at.stream = w.lastStream
		// A stream that is never appended to again, such as an imported game,
		// has its head in the file from the start.
		if err := w.newStream.Bind(at.stream, r.stream, w.position+int64(len(r.events))).Exec(); err != nil {
			return err
		}
	}
	for _, e := range r.events {
		w.position++
		w.added = append(w.added, writtenEvent{r.stream, at.next, e.ID, e.Type, w.text(e.Data), w.text(e.Metadata)})
		if err := w.insert.add(w.position, at, &w.added[len(w.added)-1]); err != nil {
			return err
		}
		at.next, at.position = at.next+1, w.position
	}
	w.pending[r.stream] = at
	r.appended = answer(r, w.position)
	return nil
}

// text copies a text of an append, whose memory is its caller's, to the others
// of the transaction.
func (w *writer) text(b []byte) string {
	from := w.texts.Len()
	w.texts.Write(b)
	return w.texts.String()[from:]
}

func answer(r *request, position int64) eventstore.Appended {
	return eventstore.Appended{
		Revision: r.expected.Next() + uint64(len(r.events)) - 1,
		Position: eventstore.Position(position),
	}
}

// head returns the head of a stream.
func (w *writer) head(stream string) (head, error) {
	if at, ok := w.pending[stream]; ok {
		return at, nil
	}
	if at, ok := w.heads.get(stream); ok {
		return at, nil
	}
	at, err := headIn(w.findHead, stream)
	if w.tombstones > 0 && (err != nil || at.next == 0) {
		n, failed := w.findDeleted.Bind(stream, at.position).Rows(func(*sqliteconn.Row) bool { return false })
		if failed == nil && n > 0 {
			err = eventstore.ErrDeleted
		}
	}
	return at, err
}

// standing returns the position of the last event of an append that is already
// stored at its expected revision; 0 if other events are there.
func (w *writer) standing(at head, r *request) (int64, error) {
	if err := w.insert.flush(); err != nil {
		return 0, err
	}
	var position int64
	same := 0
	_, err := w.findIDs.Bind(at.position, int64(r.expected.Next()), int64(len(r.events))).Rows(func(row *sqliteconn.Row) bool {
		if string(row.Blob(0)) != string(r.events[same].ID[:]) {
			return false
		}
		position = row.Int(1)
		same++
		return true
	})
	if err != nil || same < len(r.events) {
		return 0, err
	}
	return position, nil
}

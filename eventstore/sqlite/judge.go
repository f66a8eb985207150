package sqlite

import (
	"database/sql/driver"

	"github.com/janggid/janggid/eventstore"
)

// judge stores an append, or finds it stored already, or in conflict. What it
// says holds if the transaction is committed.
func (w *writer) judge(r *request) error {
	at, err := w.head(r.stream)
	if err != nil {
		return err
	}
	r.appended, r.err = eventstore.Appended{}, nil
	if r.expected.Next() == at.next {
		return w.store(r, at)
	}
	if r.expected.Next() < at.next {
		position, err := w.standing(at.stream, r)
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
		if err := w.newStream.bind(at.stream, r.stream).exec(); err != nil {
			return err
		}
	}
	for i := range r.events {
		w.position++
		if err := w.insert.add(w.position, at.stream, at.next, &r.events[i]); err != nil {
			return err
		}
		at.next++
	}
	w.heads.put(r.stream, at)
	r.appended = answer(r, w.position)
	return nil
}

func answer(r *request, position int64) eventstore.Appended {
	return eventstore.Appended{
		Revision: r.expected.Next() + uint64(len(r.events)) - 1,
		Position: eventstore.Position(position),
	}
}

// head tells where a stream stands; the zero head is that of an absent one.
func (w *writer) head(stream string) (head, error) {
	if at, ok := w.heads.get(stream); ok {
		return at, nil
	}
	// The group may have added to the stream, and the cache forgotten it since.
	if err := w.insert.flush(); err != nil {
		return head{}, err
	}
	var at head
	_, err := w.findHead.bind(stream).rows(func(row []driver.Value) bool {
		at.stream = row[0].(int64)
		if last, ok := row[1].(int64); ok {
			at.next = uint64(last) + 1
		}
		return false
	})
	if err == nil && at.stream != 0 {
		w.heads.put(stream, at)
	}
	return at, err
}

// standing gives the position of the last event of an append that is stored
// already, where it expected to be; 0 if other events stand there.
func (w *writer) standing(stream int64, r *request) (int64, error) {
	if err := w.insert.flush(); err != nil {
		return 0, err
	}
	var position int64
	same := 0
	_, err := w.findIDs.bind(stream, int64(r.expected.Next()), int64(len(r.events))).rows(func(row []driver.Value) bool {
		if string(row[0].([]byte)) != string(r.events[same].ID[:]) {
			return false
		}
		position = row[1].(int64)
		same++
		return true
	})
	if err != nil || same < len(r.events) {
		return 0, err
	}
	return position, nil
}

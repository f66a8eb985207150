package sqlite

import (
	"fmt"
	"slices"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// chainEnd is where the events of a stream that were read end.
type chainEnd struct {
	next, position int64 // revision after the last one; its position
	atSaved        int64 // position of the last one that stands at or before checker.saved
	broken         bool
}

// filedStreams compares table streams with the events.
func (k *checker) filedStreams() error {
	owner, err := k.reader.conn.Prepare("SELECT stream FROM events WHERE position = ?", 1)
	if err != nil {
		return err
	}
	defer owner.Close()
	s, err := k.reader.conn.Prepare("SELECT id, name, head FROM streams", 0)
	if err != nil {
		return fmt.Errorf("table streams cannot be read: %w", err)
	}
	defer s.Close()
	_, err = s.Rows(func(r *sqliteconn.Row) bool {
		id, name, head := r.Int(0), r.Text(1), r.Int(2)
		end := k.streams[id]
		delete(k.streams, id)
		deleted := slices.Contains(k.report.Deleted, name)
		switch {
		case head > k.last && (end == nil || !k.closed):
			// It was written meanwhile.
		case end == nil && deleted:
		case end == nil:
			k.report.finding("stream %s has no events, where its last is event %d", name, head)
			k.report.Damaged = append(k.report.Damaged, name)
			return true
		case end.broken || deleted:
			k.report.Damaged = append(k.report.Damaged, name)
			return true
		case head < end.atSaved || k.closed && head != end.position || head > end.position || !k.owns(owner, head, id, end):
			k.report.finding("stream %s is said to end with event %d, and ends with event %d", name, head, end.position)
			k.report.Damaged = append(k.report.Damaged, name)
			return true
		}
		if end != nil {
			k.report.Whole++
		}
		return true
	})
	if err != nil {
		return fmt.Errorf("table streams cannot be read: %w", err)
	}
	for id := range k.streams {
		k.report.Damaged = append(k.report.Damaged, fmt.Sprintf("#%d", id))
	}
	return nil
}

// owns reports whether the event at a position is of a stream, which has an
// end.
func (k *checker) owns(owner *sqliteconn.Statement, position, stream int64, end *chainEnd) bool {
	if position == end.position || position == end.atSaved {
		return true
	}
	var found int64
	_, err := owner.Bind(position).Rows(func(r *sqliteconn.Row) bool {
		found = r.Int(0)
		return false
	})
	return err == nil && found == stream
}

package sqlite

import (
	"errors"
	"fmt"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// ErrDamaged: SQLite cannot read the file, or its events are not as they were
// written, or contradict one another.
var ErrDamaged = errors.New("damaged event store")

const (
	// savedHeads selects the position up to which the heads in the file are
	// valid.
	savedHeads = "SELECT position FROM heads"

	// selectHead finds a stream's head in the file.
	selectHead = `SELECT s.id, s.head, e.revision, e.stream
		FROM streams s LEFT JOIN events e ON e.position = s.head WHERE s.name = ?`
)

// scanner takes the heads from the events themselves, where those in the file
// are behind: after a kill, and in a process that follows the writing one.
type scanner struct {
	links *sqliteconn.Statement // of the events after a position
	event *sqliteconn.Statement
}

func newScanner(c *sqliteconn.Conn) (*scanner, error) {
	links, err := c.Prepare(`SELECT e.position, e.revision, e.previous, e.stream, s.name, s.head
		FROM events e LEFT JOIN streams s ON s.id = e.stream WHERE e.position > ? ORDER BY e.position`, 1)
	if err != nil {
		return nil, err
	}
	event, err := c.Prepare("SELECT stream, revision FROM events WHERE position = ?", 1)
	if err != nil {
		return nil, err
	}
	return &scanner{links: links, event: event}, nil
}

// link is an event's place in its stream.
type link struct {
	position, previous int64
	stream, revision   int64
	name               string
	filed              int64 // the stream's head in the file
}

// catchUp counts the events in the file that are not counted yet. Each must
// continue its stream: no index of the file sees to that.
func (s *scanner) catchUp(h *heads) error {
	from := h.counted()
	last := from
	changed := map[string]head{}
	var failed error
	_, err := s.links.Bind(from).Rows(func(row *sqliteconn.Row) bool {
		l := link{position: row.Int(0), revision: row.Int(1), previous: row.Int(2), stream: row.Int(3)}
		if !row.Null(4) { // which is what the damage below is told by
			l.name, l.filed = row.Text(4), row.Int(5)
		}
		at, known := changed[l.name]
		if !known {
			if at, known = h.get(l.name); !known {
				if at, failed = s.before(l, from); failed != nil {
					return false
				}
			}
		}
		if l.name == "" || l.previous != at.position || l.revision != int64(at.next) {
			failed = fmt.Errorf("%w: event %d says that it is revision %d of stream %d (%s) after event %d, but revision %d after event %d would be next",
				ErrDamaged, l.position, l.revision, l.stream, l.name, l.previous, at.next, at.position)
			return false
		}
		changed[l.name] = head{stream: l.stream, next: at.next + 1, position: l.position}
		last = l.position
		return true
	})
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	if last > from {
		h.publish(changed, last)
	}
	return nil
}

// before gives the head of an event's stream before that event, the first of
// its stream after a position from which on events are counted.
func (s *scanner) before(l link, from int64) (head, error) {
	position := l.filed
	if l.filed > from {
		// The file's head is this event or a later one, so only the event's own
		// link is usable.
		position = l.previous
	}
	if position == 0 {
		return head{stream: l.stream}, nil
	}
	at := head{position: position}
	_, err := s.event.Bind(position).Rows(func(row *sqliteconn.Row) bool {
		at.stream, at.next = row.Int(0), uint64(row.Int(1))+1
		return false
	})
	if err == nil && at.stream != l.stream {
		err = fmt.Errorf("%w: stream %d (%s) has no event %d", ErrDamaged, l.stream, l.name, position)
	}
	return at, err
}

// headIn finds a stream's head in the file with a statement of selectHead.
func headIn(s *sqliteconn.Statement, stream string) (at head, err error) {
	var failed error
	_, err = s.Bind(stream).Rows(func(row *sqliteconn.Row) bool {
		at.stream, at.position = row.Int(0), row.Int(1)
		if row.Null(2) || row.Int(3) != at.stream {
			failed = fmt.Errorf("%w: stream %d (%s) has no event %d", ErrDamaged, at.stream, stream, at.position)
			return false
		}
		at.next = uint64(row.Int(2)) + 1
		return false
	})
	return at, errors.Join(err, failed)
}

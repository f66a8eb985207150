package sqlite

import (
	"cmp"
	"maps"
	"slices"

	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// pace is how fast heads are saved.
type pace struct {
	// every is the number of events in a generation of heads. It bounds the
	// scan of an open after a kill, to one and a half times as many events, and
	// the heads in memory, about 150 bytes each.
	every int64

	// atOnce is the least number of heads that a commit saves, if any are left.
	atOnce int
}

func usualPace() pace { return pace{every: 1 << 16, atOnce: 64} }

// saving writes the heads of a generation to the file: some with every commit,
// so that no commit stalls, in the order of stream ids, so that pages are
// shared.
type saving struct {
	pace
	left  []head // not saved yet
	until int64  // with the last of left, the heads in the file are right up to here

	head, mark *sqliteconn.Statement
}

func newSaving(c *sqliteconn.Conn, p pace) (*saving, error) {
	h, err := c.Prepare("UPDATE streams SET head = ? WHERE id = ?", 2)
	if err != nil {
		return nil, err
	}
	mark, err := c.Prepare("UPDATE heads SET position = ?", 1)
	if err != nil {
		return nil, err
	}
	return &saving{pace: p, head: h, mark: mark}, nil
}

// begin has the heads saved that have changed since it last did, if those are
// saved and enough events have come.
func (s *saving) begin(h *heads) {
	if len(s.left) == 0 && h.position-h.begun >= s.every {
		s.left, s.until = byStream(h.rotate()), h.position
	}
}

// part saves some heads, in proportion to the events of the transaction, and
// returns their number. Drop them only after the commit.
//
// Two heads an event save a generation before the next is complete.
func (s *saving) part(events int) (n int, err error) {
	n = min(max(s.atOnce, 2*events), len(s.left))
	if err := s.save(s.left[:n]); err != nil {
		return 0, err
	}
	if n > 0 && n == len(s.left) {
		err = s.mark.Bind(s.until).Exec()
	}
	return n, err
}

// all saves the remaining heads and the young generation.
func (s *saving) all(h *heads) error {
	if err := s.save(s.left); err != nil {
		return err
	}
	if err := s.save(byStream(h.young)); err != nil {
		return err
	}
	return s.mark.Bind(h.position).Exec()
}

func (s *saving) save(heads []head) error {
	for _, at := range heads {
		if err := s.head.Bind(at.position, at.stream).Exec(); err != nil {
			return err
		}
	}
	return nil
}

func byStream(generation map[string]head) []head {
	return slices.SortedFunc(maps.Values(generation), func(a, b head) int { return cmp.Compare(a.stream, b.stream) })
}

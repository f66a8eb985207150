package records

import (
	"context"
	"io"

	"github.com/janggid/janggid/domain/journal"
)

// slicedReader holds a slot while what it has read is worked on, and none while
// it waits for more: each piece of a file is a slice of work.
type slicedReader struct {
	ctx   context.Context
	r     io.Reader
	bulk  *journal.Bulk
	leave func() // nil between slices
}

// Read implements io.Reader.
func (s *slicedReader) Read(b []byte) (int, error) {
	s.pause()
	n, err := s.r.Read(b)
	if waited := s.resume(); waited != nil {
		return 0, waited
	}
	return n, err
}

// resume waits for a slot.
func (s *slicedReader) resume() (err error) {
	if s.bulk != nil && s.bulk.Slot != nil {
		s.leave, err = s.bulk.Slot(s.ctx)
	}
	return err
}

// pause gives the slot back.
func (s *slicedReader) pause() {
	if s.leave != nil {
		s.leave()
		s.leave = nil
	}
}

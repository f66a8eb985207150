package record

import (
	"context"
	"io"
)

// cancelled is a reader that fails once its context has ended. What was read
// before is at most a buffer, so that a reader of records stops with it.
type cancelled struct {
	ctx context.Context
	in  io.Reader
}

func (c cancelled) Read(b []byte) (int, error) {
	if err := context.Cause(c.ctx); err != nil {
		return 0, err
	}
	return c.in.Read(b)
}

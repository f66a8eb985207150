package record

import (
	"context"
	"io"
)

// cancelled is a reader that fails once its context has ended. Readers buffer
// little, so they stop soon afterwards.
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

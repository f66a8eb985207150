package sqlite

import (
	"context"
	"errors"

	"github.com/janggid/janggid/eventstore"
)

// readers is the pool of a store's readers.
type readers struct {
	free   chan *reader
	opened int
	closed chan struct{}
}

func newReaders(path string, n int) (*readers, error) {
	p := &readers{free: make(chan *reader, n), closed: make(chan struct{})}
	for range n {
		r, err := newReader(path)
		if err != nil {
			return nil, errors.Join(err, p.close())
		}
		p.free <- r
		p.opened++
	}
	return p, nil
}

// use lends a reader to a function.
func (p *readers) use(ctx context.Context, read func(*reader) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-p.closed:
		return eventstore.ErrClosed
	default:
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-p.closed:
		return eventstore.ErrClosed
	case r := <-p.free:
		defer func() { p.free <- r }()
		return translate(read(r))
	}
}

// close waits for the pages that are being read. It is called once.
func (p *readers) close() error {
	close(p.closed)
	var errs []error
	for range p.opened {
		errs = append(errs, (<-p.free).close())
	}
	return errors.Join(errs...)
}

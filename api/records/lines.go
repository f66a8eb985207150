package records

import (
	"bytes"
	"errors"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/rescue"
)

// lines is an answer in NDJSON that is written while the request is still being
// read. Adding a line waits only for a client that lags far behind.
type lines struct {
	c       echo.Context
	failed  func() // called when a line cannot be written
	mu      sync.Mutex
	changed *sync.Cond
	waiting backlog
	started bool
	ended   bool
	err     error // of writing
	written chan struct{}
}

// newLines begins an answer. failed is called, from a goroutine of its own, once
// the client can no longer be written to.
func newLines(c echo.Context, failed func()) *lines {
	l := &lines{c: c, failed: failed, written: make(chan struct{})}
	l.changed = sync.NewCond(&l.mu)
	go func() {
		defer close(l.written)
		if err := rescue.Call(l.write); err != nil {
			l.fail(err)
		}
	}()
	return l
}

// begun tells whether the answer has a line.
func (l *lines) begun() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.started
}

// add appends a value as a line; its error is one of writing earlier ones.
func (l *lines) add(v any) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.waiting.full() && l.err == nil {
		l.changed.Wait()
	}
	if l.err != nil {
		return l.err
	}
	l.started = true
	l.changed.Broadcast()
	return l.waiting.add(v)
}

// end adds the last line, unless it is nil, and waits until all are written.
func (l *lines) end(last any) error {
	var err error
	if last != nil {
		err = l.add(last)
	}
	l.mu.Lock()
	l.ended = true
	l.changed.Broadcast()
	l.mu.Unlock()
	<-l.written
	return errors.Join(err, l.err)
}

func (l *lines) fail(err error) {
	l.mu.Lock()
	l.err = err
	l.changed.Broadcast()
	l.mu.Unlock()
	l.failed()
}

// next waits for lines and moves them to a buffer; false where no more come.
func (l *lines) next(into *bytes.Buffer) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.waiting.empty() && !l.ended {
		l.changed.Wait()
	}
	if l.waiting.empty() {
		return false, nil
	}
	l.changed.Broadcast()
	return true, l.waiting.take(into)
}

// write sends lines as they come.
func (l *lines) write() error {
	var sending bytes.Buffer
	connection := http.NewResponseController(l.c.Response())
	for {
		more, err := l.next(&sending)
		if !more || err != nil {
			return err
		}
		if !l.c.Response().Committed {
			l.c.Response().Header().Set(echo.HeaderContentType, rest.MimeNDJSON)
			l.c.Response().WriteHeader(http.StatusOK)
		}
		if _, err := l.c.Response().Write(sending.Bytes()); err != nil {
			return err
		}
		if err := connection.Flush(); err != nil {
			return err
		}
	}
}

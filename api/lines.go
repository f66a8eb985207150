package api

import (
	"bytes"
	"errors"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"
)

// linesAhead is how far an answer may run ahead of a client that does not read
// it, in bytes: many clients send all of a file before they read anything, and
// would otherwise wait for a server that waits for them.
const linesAhead = 32 << 20

// lines is an answer in NDJSON that is written while the request is still being
// read. Whoever adds lines waits for the client only when it is far behind.
type lines struct {
	c       echo.Context
	mu      sync.Mutex
	changed *sync.Cond
	waiting bytes.Buffer
	started bool
	ended   bool
	err     error // of writing
	written chan struct{}
}

func newLines(c echo.Context) *lines {
	l := &lines{c: c, written: make(chan struct{})}
	l.changed = sync.NewCond(&l.mu)
	go l.write()
	return l
}

// begun tells whether there is an answer.
func (l *lines) begun() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.started
}

// add appends a value as a line; its error is one of writing earlier ones.
func (l *lines) add(v any) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.waiting.Len() > linesAhead && l.err == nil {
		l.changed.Wait()
	}
	if l.err != nil {
		return l.err
	}
	l.started = true
	l.changed.Broadcast()
	return encodeJSON(&l.waiting, v)
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

// write sends what waits, as it comes.
func (l *lines) write() {
	defer close(l.written)
	var sending bytes.Buffer
	connection := http.NewResponseController(l.c.Response())
	for {
		l.mu.Lock()
		for l.waiting.Len() == 0 && !l.ended {
			l.changed.Wait()
		}
		if l.waiting.Len() == 0 {
			l.mu.Unlock()
			return
		}
		sending.Reset()
		sending, l.waiting = l.waiting, sending
		l.changed.Broadcast()
		l.mu.Unlock()
		if !l.c.Response().Committed {
			l.c.Response().Header().Set(echo.HeaderContentType, mimeNDJSON)
			l.c.Response().WriteHeader(http.StatusOK)
		}
		_, err := l.c.Response().Write(sending.Bytes())
		if err == nil {
			err = connection.Flush()
		}
		if err != nil {
			l.mu.Lock()
			l.err = err
			l.changed.Broadcast()
			l.mu.Unlock()
			return
		}
	}
}

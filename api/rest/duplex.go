package rest

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

const (
	// drainBytes and drainTime bound how much of an unwanted body is read so that
	// its connection can be used again.
	drainBytes = 256 << 10
	drainTime  = time.Second

	// lingerBytes, lingerTime and lingerPause bound how much of a body is read after
	// an answer that does not wait for it: twice the longest file of records. A
	// connection that is closed while its client still sends is reset, and the
	// client never sees the answer.
	lingerBytes = 128 << 20
	lingerTime  = 30 * time.Second
	lingerPause = 5 * time.Second
)

// Duplex is the body of a request whose answer may begin before the body ends.
//
// Left to itself, net/http would read what the handler left of it after the
// answer, start a read in the background at its end, and then panic in the next
// request on the connection, which reads too. So a duplex sees to it that one of
// two things is true when the handler returns: the body was read to its end, or
// the answer said "Connection: close".
type Duplex struct {
	body    io.Reader
	control *http.ResponseController

	mu        sync.Mutex
	ended     bool
	abandoned bool
}

// OpenDuplex makes a duplex of a request. Its answer must not have begun.
func OpenDuplex(c echo.Context) *Duplex {
	d := &Duplex{body: c.Request().Body, control: http.NewResponseController(c.Response())}
	_ = d.control.EnableFullDuplex() // not every connection can, HTTP/2's always can
	c.Response().Before(func() {
		if !d.atEnd() {
			c.Response().Header().Set(echo.HeaderConnection, "close")
		}
	})
	return d
}

var errAbandoned = errors.New("api: the request was abandoned")

// ReadUntil reads from the body; a client that sends nothing until the deadline fails
// it.
func (d *Duplex) ReadUntil(b []byte, deadline time.Time) (int, error) {
	d.mu.Lock()
	if d.abandoned {
		d.mu.Unlock()
		return 0, errAbandoned
	}
	_ = d.control.SetReadDeadline(deadline) // a server under test may have no deadlines
	d.mu.Unlock()
	n, err := d.body.Read(b)
	if errors.Is(err, io.EOF) {
		d.mu.Lock()
		d.ended = true
		d.mu.Unlock()
	}
	return n, err
}

func (d *Duplex) atEnd() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.ended
}

// Abandon ends a read under way, and all later ones.
func (d *Duplex) Abandon() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.abandoned = true
	_ = d.control.SetReadDeadline(time.Unix(1, 0))
}

// Drain reads a short rest of the body, for the sake of the connection.
func (d *Duplex) Drain() { d.discard(drainBytes, drainTime, drainTime) }

// Linger reads on after the answer, until its client has sent all and can read
// it.
func (d *Duplex) Linger() { d.discard(lingerBytes, lingerTime, lingerPause) }

// discard reads the body to its end, unless one of the bounds comes first: bytes,
// time in all, and time without a byte.
func (d *Duplex) discard(most int64, within, pause time.Duration) {
	until := time.Now().Add(within)
	buf := make([]byte, 16<<10)
	for !d.atEnd() && most > 0 {
		deadline := time.Now().Add(pause)
		if deadline.After(until) {
			deadline = until
		}
		n, err := d.ReadUntil(buf, deadline)
		if most -= int64(n); err != nil {
			return
		}
	}
}

// Close ends the use of the body. The rest is not read: net/http would wait for it.
func (d *Duplex) Close() {
	if !d.atEnd() {
		d.Abandon()
	}
}

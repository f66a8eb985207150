package conn

import (
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// piece is how much a peer must accept within the listener's patience, in bytes.
const piece = 32 << 10

// Conn is a guarded connection. It hides that the one below can read from files
// by itself, which would go past Write.
type Conn struct {
	net.Conn
	listener *Listener
	lastRead atomic.Int64 // since the listener began; when something came last

	mu       sync.Mutex
	writeBy  time.Time // the write deadline in force
	explicit bool      // it was asked for by SetWriteDeadline
}

// Read reads, and takes note that the peer is there.
func (c *Conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.lastRead.Store(int64(time.Since(c.listener.began)))
	}
	return n, err
}

// Write writes all of b, as long as the peer goes on accepting it or sends
// something itself. A deadline that was asked for stands above that.
func (c *Conn) Write(b []byte) (written int, err error) {
	for {
		explicit := c.renew()
		n, err := c.Conn.Write(b[:min(len(b), piece)])
		written, b = written+n, b[n:]
		if err != nil && (explicit || !errors.Is(err, os.ErrDeadlineExceeded) || !c.sends()) {
			return written, err
		}
		if err == nil && len(b) == 0 {
			return written, nil
		}
	}
}

// sends tells whether the peer has sent something lately, and may do so again.
func (c *Conn) sends() bool {
	quiet := time.Since(c.listener.began) - time.Duration(c.lastRead.Load())
	return c.listener.drainBy.Load() == 0 && quiet < c.listener.patience
}

// renew gives the peer time for what is written next, unless a deadline was asked
// for. To be cheap it does so only when half of the time is over.
func (c *Conn) renew() (explicit bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.explicit {
		return true
	}
	now := time.Now()
	if c.writeBy.Sub(now) < c.listener.patience/2 {
		c.setWriteBy(now.Add(c.listener.patience))
	}
	return false
}

// setWriteBy sets the write deadline. The listener may begin to drain at the same
// time, so it is asked again afterwards. c.mu is held.
func (c *Conn) setWriteBy(t time.Time) {
	for {
		c.writeBy = c.listener.limited(t, answerTime)
		_ = c.Conn.SetWriteDeadline(c.writeBy) // it fails on a closed connection, as the write will
		if c.listener.limited(t, answerTime).Equal(c.writeBy) {
			return
		}
	}
}

// SetWriteDeadline asks for a deadline, which counts until it is changed. Without
// one, the zero value, the peer has the listener's patience.
func (c *Conn) SetWriteDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !t.IsZero():
		c.explicit = true
		c.setWriteBy(t)
	case c.explicit:
		c.explicit, c.writeBy = false, time.Time{} // to be renewed
	}
	return nil
}

// SetReadDeadline sets the deadline of reads.
func (c *Conn) SetReadDeadline(t time.Time) error {
	for {
		limited := c.listener.limited(t, 0)
		if err := c.Conn.SetReadDeadline(limited); err != nil {
			return err
		}
		if c.listener.limited(t, 0).Equal(limited) {
			return nil
		}
	}
}

// SetDeadline sets both deadlines.
func (c *Conn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

// drain ends reads and writes that would last longer than the listener allows.
func (c *Conn) drain(by time.Time) {
	_ = c.Conn.SetReadDeadline(by) // a closed connection needs none
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.writeBy.IsZero() {
		c.setWriteBy(c.writeBy)
	}
}

// CloseWrite ends what the peer can read, and leaves what it sends.
func (c *Conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}

// Close closes the connection.
func (c *Conn) Close() error {
	c.listener.forget(c)
	return c.Conn.Close()
}

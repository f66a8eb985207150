package conn

import (
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Listener hands out guarded connections. It is safe for concurrent use.
type Listener struct {
	net.Listener
	patience time.Duration
	began    time.Time
	drainBy  atomic.Int64 // since began; 0: not draining

	mu    sync.Mutex
	conns map[*Conn]struct{}
}

// Guard guards the connections of a listener. A peer that accepts nothing for
// half of patience up to all of it is given up.
func Guard(l net.Listener, patience time.Duration) *Listener {
	return &Listener{Listener: l, patience: patience, began: time.Now(), conns: map[*Conn]struct{}{}}
}

// Accept waits for the next connection.
func (l *Listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	guarded := &Conn{Conn: c, listener: l}
	l.mu.Lock()
	l.conns[guarded] = struct{}{}
	l.mu.Unlock()
	if at := l.drainBy.Load(); at > 0 {
		guarded.drain(l.began.Add(time.Duration(at)))
	}
	return guarded, nil
}

// answerTime is how long after the last read of a draining server its answers
// may take.
const answerTime = time.Second

// Drain lets no read of any connection last longer than until by, and no write
// longer than a second more.
func (l *Listener) Drain(by time.Time) {
	l.drainBy.Store(int64(max(1, by.Sub(l.began))))
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		c.drain(by)
	}
}

// limited is the earlier one of a deadline and the end of a draining listener.
// Zero is no deadline.
func (l *Listener) limited(deadline time.Time, more time.Duration) time.Time {
	at := l.drainBy.Load()
	if at == 0 {
		return deadline
	}
	if end := l.began.Add(time.Duration(at) + more); deadline.IsZero() || end.Before(deadline) {
		return end
	}
	return deadline
}

func (l *Listener) forget(c *Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, c)
}

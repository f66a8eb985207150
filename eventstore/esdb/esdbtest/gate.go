package esdbtest

import (
	"net"
	"sync"
	"time"
)

// gate owns a node's address for the whole test, so that no other program gets
// the port while the node is stopped. Connections that come then are closed at
// once, which to a client is a node that cannot be reached.
type gate struct {
	listener net.Listener

	mu    sync.Mutex
	door  *door // of the running server; nil when stopped
	conns map[net.Conn]struct{}
	ice   chan struct{} // closed by thaw; nil when not frozen
	rate  int           // bytes a second that a connection lets out; 0 for no limit
}

func newGate(t T) *gate {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("esdbtest: %v", err)
	}
	g := &gate{listener: listener, conns: map[net.Conn]struct{}{}}
	var accepting sync.WaitGroup
	accepting.Go(g.accept)
	t.Cleanup(func() {
		listener.Close()
		accepting.Wait()
	})
	return g
}

func (g *gate) accept() {
	for {
		conn, err := g.listener.Accept()
		if err != nil {
			return
		}
		g.admit(conn)
	}
}

func (g *gate) admit(conn net.Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.door == nil {
		conn.Close()
		return
	}
	tracked := &trackedConn{Conn: conn, gate: g, closed: make(chan struct{})}
	select {
	case g.door.conns <- tracked:
		g.conns[tracked] = struct{}{}
	default: // the server is slower than its clients by a whole backlog
		conn.Close()
	}
}

// open lets connections through to the listener it returns, until that is closed.
func (g *gate) open() *door {
	const backlog = 1024
	d := &door{gate: g, conns: make(chan net.Conn, backlog), closed: make(chan struct{})}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.door = d
	return d
}

// cut closes every connection.
func (g *gate) cut() {
	g.mu.Lock()
	conns := make([]net.Conn, 0, len(g.conns))
	for conn := range g.conns {
		conns = append(conns, conn)
	}
	g.mu.Unlock()
	for _, conn := range conns {
		conn.Close()
	}
}

// door is the listener of one run of the server.
type door struct {
	gate   *gate
	conns  chan net.Conn
	once   sync.Once
	closed chan struct{}
}

func (d *door) Accept() (net.Conn, error) {
	select {
	case conn := <-d.conns:
		return conn, nil
	case <-d.closed:
		return nil, net.ErrClosed
	}
}

func (d *door) Close() error {
	d.once.Do(func() {
		d.gate.mu.Lock()
		d.gate.door = nil
		d.gate.mu.Unlock()
		close(d.closed)
		for { // those that came and were not accepted yet
			select {
			case conn := <-d.conns:
				conn.Close()
			default:
				return
			}
		}
	})
	return nil
}

func (d *door) Addr() net.Addr { return d.gate.listener.Addr() }

func (g *gate) freeze() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ice == nil {
		g.ice = make(chan struct{})
	}
}

func (g *gate) thaw() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ice != nil {
		close(g.ice)
		g.ice = nil
	}
}

func (g *gate) isFrozen() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ice != nil
}

type trackedConn struct {
	net.Conn
	gate   *gate
	once   sync.Once
	closed chan struct{}
}

// Read gives what came only while the node is not frozen.
func (c *trackedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.awaitThaw()
	return n, err
}

func (c *trackedConn) Write(b []byte) (int, error) {
	written := 0
	for {
		c.awaitThaw()
		c.gate.mu.Lock()
		rate := c.gate.rate
		c.gate.mu.Unlock()
		if rate == 0 {
			n, err := c.Conn.Write(b[written:])
			return written + n, err
		}
		const ticks = 100 // a second
		n, err := c.Conn.Write(b[written:min(len(b), written+max(1, rate/ticks))])
		if written += n; err != nil || written == len(b) {
			return written, err
		}
		select {
		case <-time.After(time.Second / ticks):
		case <-c.closed:
		}
	}
}

// setRate limits what each connection lets out.
func (g *gate) setRate(bytes int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.rate = bytes
}

func (c *trackedConn) awaitThaw() {
	c.gate.mu.Lock()
	ice := c.gate.ice
	c.gate.mu.Unlock()
	if ice == nil {
		return
	}
	select {
	case <-ice:
	case <-c.closed:
	}
}

func (c *trackedConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	c.gate.mu.Lock()
	delete(c.gate.conns, c)
	c.gate.mu.Unlock()
	return c.Conn.Close()
}

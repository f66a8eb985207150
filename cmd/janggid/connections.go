package main

import (
	"net"
	"net/netip"
	"sync"

	"github.com/janggid/janggid/api/limit"
)

// defaultConnections lets a whole school in at one address, and keeps one client
// from taking every descriptor and gigabytes of memory.
const defaultConnections = 2000

// limitConnections bounds how many connections an address has open at once. One
// too many is closed before anything is read. Proxies have as many as they like.
func limitConnections(l net.Listener, most int, proxies []netip.Prefix) net.Listener {
	return &limitedListener{Listener: l, most: most, proxies: proxies, open: map[string]int{}}
}

type limitedListener struct {
	net.Listener
	most    int
	proxies []netip.Prefix

	mu   sync.Mutex
	open map[string]int // by address; none is 0
}

// Accept implements net.Listener.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		tcp, ok := c.(*net.TCPConn)
		if !ok {
			return c, nil
		}
		from := tcp.RemoteAddr().(*net.TCPAddr).AddrPort().Addr()
		key := limit.AddressKey(from)
		switch {
		case l.isProxy(from.Unmap()):
			return c, nil
		case l.admit(key):
			return &limitedConn{TCPConn: tcp, leave: sync.OnceFunc(func() { l.leave(key) })}, nil
		}
		_ = tcp.SetLinger(0) // nothing of it remains, on this side either
		tcp.Close()
	}
}

func (l *limitedListener) isProxy(address netip.Addr) bool {
	for _, p := range l.proxies {
		if p.Contains(address) {
			return true
		}
	}
	return false
}

func (l *limitedListener) admit(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[key] >= l.most {
		return false
	}
	l.open[key]++
	return true
}

func (l *limitedListener) leave(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[key]--; l.open[key] == 0 {
		delete(l.open, key)
	}
}

// limitedConn has all that a TCP connection can: net/http closes one side of it
// before the other.
type limitedConn struct {
	*net.TCPConn
	leave func()
}

// Close implements net.Conn.
func (c *limitedConn) Close() error {
	c.leave()
	return c.TCPConn.Close()
}

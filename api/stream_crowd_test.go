package api

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"
)

// crowd is how many streams one node has to hold at once.
const crowd = 10_000

// Each of them costs no more than a stream may, and has every move.
func TestTenThousandStreamsOnOneNode(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which short tests are for, takes memory of its own")
	}
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	before := inUse()
	openings := make(pipes)
	web := &http.Server{Handler: s.api.Handler()}
	served := make(chan error, 1)
	go func() { served <- web.Serve(openings) }()
	var have sync.WaitGroup
	have.Add(crowd)
	ends := make([]*pipe, crowd)
	for i := range ends {
		ends[i] = newPipe("GET "+m.path+"/stream HTTP/1.1\r\nHost: test\r\n\r\n", &have)
		ends[i].await("event: state")
		openings <- ends[i]
	}
	have.Wait()
	each := (inUse() - before) / crowd
	for _, move := range []string{"a4b4", "a7b7", "b4a4"} {
		have.Add(crowd)
		for _, p := range ends {
			p.await(`"move":"` + move + `"`)
		}
		begun := time.Now()
		m.play(move)
		have.Wait()
		t.Logf("the last stream had the move after %v", time.Since(begun).Round(time.Millisecond))
	}
	t.Logf("%d bytes a stream, of %d", each, streamBudget)
	if each > streamBudget {
		t.Errorf("a stream costs %d bytes, want %d at most", each, streamBudget)
	}
	if stats := s.api.live.Stats(); stats.Open != crowd || stats.Cut != 0 {
		t.Errorf("%+v, want %d open streams and none that was cut off", stats, crowd)
	}
	s.api.CloseStreams()
	if err := web.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		t.Error(err)
	}
}

// pipes listens for connections that are made in memory, where a process may not
// have enough of the real ones.
type pipes chan *pipe

func (l pipes) Accept() (net.Conn, error) {
	if p, ok := <-l; ok {
		return p, nil
	}
	return nil, net.ErrClosed
}

func (l pipes) Close() error   { close(l); return nil }
func (l pipes) Addr() net.Addr { return &net.TCPAddr{} }

// pipe is the server's end of a connection whose client sends one request and
// looks for a word in what it gets.
type pipe struct {
	request []byte
	have    *sync.WaitGroup // is done when the word comes

	mu     sync.Mutex
	word   []byte
	ended  chan struct{}
	finish func()
}

func newPipe(request string, have *sync.WaitGroup) *pipe {
	p := &pipe{request: []byte(request), have: have, ended: make(chan struct{})}
	p.finish = sync.OnceFunc(func() { close(p.ended) })
	return p
}

// await looks for another word from now on.
func (p *pipe) await(word string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.word = []byte(word)
}

func (p *pipe) Read(b []byte) (int, error) {
	if len(p.request) > 0 {
		n := copy(b, p.request)
		p.request = p.request[n:]
		return n, nil
	}
	<-p.ended
	return 0, io.EOF
}

func (p *pipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.word != nil && bytes.Contains(b, p.word) {
		p.word = nil
		p.have.Done()
	}
	return len(b), nil
}

func (p *pipe) Close() error { p.finish(); return nil }

// SetReadDeadline ends a read for good: that is what a server does by it at the
// end of an answer.
func (p *pipe) SetReadDeadline(at time.Time) error {
	if !at.IsZero() {
		p.finish()
	}
	return nil
}

func (p *pipe) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (p *pipe) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
func (p *pipe) SetDeadline(time.Time) error      { return os.ErrNoDeadline }
func (p *pipe) SetWriteDeadline(time.Time) error { return os.ErrNoDeadline }

package conn

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"
)

// connected gives both ends of a guarded connection.
func connected(t *testing.T, patience time.Duration) (l *Listener, server net.Conn, peer *net.TCPConn) {
	t.Helper()
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l = Guard(plain, patience)
	t.Cleanup(func() { l.Close() })
	dialed, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { dialed.Close() })
	if server, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return l, server, dialed.(*net.TCPConn)
}

const (
	short = 100 * time.Millisecond
	fair  = time.Second // enough for a peer that does its best on a busy machine
	long  = time.Minute
)

// plenty is more than any connection holds.
var plenty = make([]byte, 64<<20)

// within runs something that must not go on for ever.
func within(t *testing.T, most time.Duration, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(most):
		t.Fatalf("%s has not ended after %v", what, most)
	}
}

func TestAPeerThatAcceptsNothingIsGivenUp(t *testing.T) {
	_, server, _ := connected(t, short)
	within(t, long, "the write", func() {
		if n, err := server.Write(plenty); !errors.Is(err, os.ErrDeadlineExceeded) || n == len(plenty) {
			t.Errorf("%d bytes written, %v", n, err)
		}
	})
}

func TestAPeerThatReadsHasAllTheTimeItNeeds(t *testing.T) {
	_, server, peer := connected(t, fair)
	go io.Copy(io.Discard, peer)
	for begin := time.Now(); time.Since(begin) < 3*fair; {
		if n, err := server.Write(plenty[:1<<20]); n != 1<<20 || err != nil {
			t.Fatalf("%d bytes written, %v", n, err)
		}
	}
}

func TestAPeerThatSendsIsThere(t *testing.T) {
	_, server, peer := connected(t, fair)
	enough := time.After(3 * fair)
	go io.Copy(io.Discard, server)
	go func() {
		for {
			select {
			case <-enough:
				io.Copy(io.Discard, peer)
				return
			default:
				peer.Write([]byte("more"))
			}
		}
	}()
	within(t, long, "the write", func() {
		if n, err := server.Write(plenty); n != len(plenty) || err != nil {
			t.Errorf("%d bytes written, %v", n, err)
		}
	})
}

func TestADeadlineThatWasAskedForCounts(t *testing.T) {
	_, server, _ := connected(t, long)
	server.SetWriteDeadline(time.Now().Add(short))
	within(t, long/2, "the write", func() {
		if _, err := server.Write(plenty); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
}

func TestWithoutADeadlineOfItsOwnAWriteHasPatienceAgain(t *testing.T) {
	_, server, peer := connected(t, long)
	server.SetWriteDeadline(time.Now().Add(-short))
	if _, err := server.Write([]byte("a")); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a write after its deadline: %v", err)
	}
	server.SetWriteDeadline(time.Time{})
	if _, err := server.Write([]byte("b")); err != nil {
		t.Errorf("a write without a deadline: %v", err)
	}
	if got := make([]byte, 1); must(io.ReadFull(peer, got)) != 1 || got[0] != 'b' {
		t.Errorf("the peer got %q", got)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestADrainingListenerEndsReadsAndWrites(t *testing.T) {
	l, server, _ := connected(t, long)
	read, written := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := server.Read(make([]byte, 1))
		read <- err
	}()
	go func() {
		_, err := server.Write(plenty)
		written <- err
	}()
	l.Drain(time.Now().Add(short))
	within(t, long/2, "a read or write of a draining server", func() {
		for _, ended := range []chan error{read, written} {
			if err := <-ended; !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("got %v", err)
			}
		}
	})
	server.SetReadDeadline(time.Now().Add(long))
	within(t, long/2, "a later read", func() {
		if _, err := server.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("a later read: %v", err)
		}
	})
}

func TestConnectionsAcceptedWhileDrainingEndToo(t *testing.T) {
	l, _, _ := connected(t, long)
	l.Drain(time.Now().Add(short))
	if _, err := net.Dial("tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	server, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	within(t, long/2, "the read", func() {
		if _, err := server.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
}

func TestClosedConnectionsAreForgotten(t *testing.T) {
	l, server, peer := connected(t, long)
	if err := server.(*Conn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if _, err := peer.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the peer reads on: %v", err)
	}
	server.Close()
	if len(l.conns) != 0 {
		t.Errorf("%d connections are known", len(l.conns))
	}
}

package api

import (
	"bufio"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
)

// streamBudget is what an open stream may cost a node, its goroutine and the
// buffers of its connection included.
const streamBudget = 32 << 10

// The clients are bare connections, so that what is measured is the server's.
func TestAnOpenStreamIsSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which short tests are for, takes memory of its own")
	}
	const streams = 2000
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	web := httptest.NewServer(http.HandlerFunc(s.api.Handler().ServeHTTP))
	t.Cleanup(func() { s.api.CloseStreams(); web.Close() })
	addr := strings.TrimPrefix(web.URL, "http://")
	before := inUse()
	connections := make([]net.Conn, streams)
	for i := range connections {
		connections[i] = openBare(t, addr, m.path+"/stream")
	}
	each := (inUse() - before) / uint64(streams)
	t.Logf("%d bytes a stream, of %d", each, streams)
	if each > streamBudget {
		t.Errorf("a stream costs %d bytes, want %d at most", each, streamBudget)
	}
}

// openBare opens a stream and reads its first frame.
func openBare(t *testing.T, addr, path string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, addr); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReaderSize(c, 16)
	for line := ""; !strings.HasPrefix(line, "event: state"); {
		if line, err = r.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// inUse is the memory of heap and stacks once collections find no more to give
// back: each one halves the stacks that have become too large at most.
func inUse() uint64 {
	least := uint64(math.MaxUint64)
	for range 12 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		least = min(least, m.HeapAlloc+m.StackInuse)
	}
	return least
}

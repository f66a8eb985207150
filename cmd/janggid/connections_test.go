package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"testing"
	"time"
)

// served answers every request with its path until the test ends.
func served(t *testing.T, wrap func(net.Listener) net.Listener) (addr string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.URL.Path) })
	go func() { ended <- serveHTTP(ctx, wrap(listener), handler, slog.New(slog.DiscardHandler)) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

// connection is one from an address, which is answered or closed.
func connection(t *testing.T, addr, from string) (c net.Conn, answered bool) {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c, err := dialer.Dial("tcp", addr)
	if errors.Is(err, syscall.ECONNRESET) {
		return nil, false // closed before the dial returned
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(10 * time.Second))
	fmt.Fprint(c, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
	line := make([]byte, 12)
	_, err = io.ReadFull(c, line)
	return c, err == nil && string(line) == "HTTP/1.1 200"
}

func TestAnAddressHasABoundedNumberOfConnections(t *testing.T) {
	proxy := netip.MustParsePrefix("127.0.0.9/32")
	addr := served(t, func(l net.Listener) net.Listener { return limitConnections(l, 2, []netip.Prefix{proxy}) })
	first, ok := connection(t, addr, "127.0.0.1")
	if _, again := connection(t, addr, "127.0.0.1"); !ok || !again {
		t.Fatal("two connections are not let in")
	}
	if _, ok := connection(t, addr, "127.0.0.1"); ok {
		t.Error("a third one is let in")
	}
	if _, ok := connection(t, addr, "127.0.0.2"); !ok {
		t.Error("another address is not let in")
	}
	for range 4 {
		if _, ok := connection(t, addr, "127.0.0.9"); !ok {
			t.Error("a proxy is not let in")
		}
	}
	first.Close()
	for until := time.Now().Add(10 * time.Second); ; {
		if _, ok := connection(t, addr, "127.0.0.1"); ok {
			break
		}
		if time.Now().After(until) {
			t.Fatal("nobody takes the place of a connection that was closed")
		}
	}
}

func TestHeadersHaveSixteenKibibytes(t *testing.T) {
	addr := served(t, func(l net.Listener) net.Listener { return l })
	status := func(size int) string {
		head, end := "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-A: ", "\r\n\r\n"
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(10 * time.Second))
		fmt.Fprint(c, head, strings.Repeat("a", size-len(head)-len(end)), end)
		answer, _ := io.ReadAll(c)
		line, _, _ := strings.Cut(string(answer), "\r\n")
		return line
	}
	if got := status(16 << 10); got != "HTTP/1.1 200 OK" {
		t.Errorf("16 KiB: %s", got)
	}
	if got := status(16<<10 + 1<<9); !strings.HasPrefix(got, "HTTP/1.1 431") {
		t.Errorf("16.5 KiB: %s", got)
	}
}

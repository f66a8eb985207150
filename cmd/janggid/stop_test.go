package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// promptly is how long a server may take to stop, whatever its clients do.
const promptly = 6 * time.Second

// sendPart sends the beginning of a request and leaves the connection open.
func sendPart(t *testing.T, base, text string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	return c
}

// stopsPromptly stops a server, which must end without an error and before the
// requests that it would wait for.
func stopsPromptly(t *testing.T, stop func()) {
	t.Helper()
	begin := time.Now()
	stop()
	if took := time.Since(begin); took > promptly {
		t.Errorf("the server took %v to stop", took)
	}
}

func guestToken(t *testing.T, base string) string {
	t.Helper()
	var guest struct {
		AccessToken string `json:"access_token"`
	}
	callJSON(t, http.MethodPost, base+"/v1/guests", "", map[string]string{"name": "Ann"}, http.StatusCreated, &guest)
	return guest.AccessToken
}

func TestBodiesThatDoNotEndDoNotKeepTheServer(t *testing.T) {
	for _, path := range []string{"/v1/games", "/v1/imports", "/v1/replays"} {
		t.Run(path, func(t *testing.T) {
			base, stop := startServer(t, t.TempDir())
			token := guestToken(t, base)
			slow := sendPart(t, base, fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{", path, token))
			refused := sendPart(t, base, "POST "+path+" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nContent-Length: 70000000\r\n\r\n{")
			// An answer shows that the requests before it, on other connections, have come
			// as far as they can.
			getJSON(t, base+"/v1/rulesets", "", http.StatusOK, new(struct{}))
			stopsPromptly(t, stop)
			for _, c := range []net.Conn{slow, refused} {
				if answer, err := io.ReadAll(c); err == nil && len(answer) > 0 && !bytes.HasPrefix(answer, []byte("HTTP/1.1 ")) {
					t.Errorf("the answer is %q", answer)
				}
			}
		})
	}
}

// TestAnswersThatNobodyReadsDoNotKeepTheServer has a client send a file whose
// answer is longer than a connection holds.
func TestAnswersThatNobodyReadsDoNotKeepTheServer(t *testing.T) {
	base, stop := startServer(t, t.TempDir())
	const records = 60_000
	record := `{"moves":["i4h4"],"external_id":"` + strings.Repeat("x", 180) + `"}` + "\n" // no start
	sendPart(t, base, fmt.Sprintf("POST /v1/imports?format=json HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		guestToken(t, base), records*len(record), strings.Repeat(record, records)))
	stopsPromptly(t, stop)
}

// TestAnAnswerThatNobodyReadsEnds has every handler behind the server's patience:
// this one writes for ever.
func TestAnAnswerThatNobodyReadsEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes as long as the server's patience")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	gaveUp, ended := make(chan error, 1), make(chan error, 1)
	go func() {
		ended <- serveHTTP(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			for {
				if _, err := w.Write(make([]byte, 1<<20)); err != nil {
					gaveUp <- err
					return
				}
			}
		}), slog.New(slog.DiscardHandler))
	}()
	sendPart(t, "http://"+listener.Addr().String(), "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	select {
	case <-gaveUp:
	case <-time.After(2 * patience):
		t.Errorf("the answer goes on after %v", 2*patience)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

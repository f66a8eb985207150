package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// startServer runs the server as `janggid serve` does, on a port of its own.
// The returned function stops it and waits for its end.
func startServer(t *testing.T, data string) (base string, stop func()) {
	t.Helper()
	o := serveOptions{addr: "127.0.0.1:0", data: data, limits: "off", logFormat: "text", logLevel: "error"}
	o.tokens.issuer = "janggid"
	return start(t, o)
}

func start(t *testing.T, o serveOptions) (base string, stop func()) {
	t.Helper()
	return startWith(t, o, t.Output())
}

// startWith starts a server that says what it has to say to errOut.
func startWith(t *testing.T, o serveOptions, errOut io.Writer) (base string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := serve(ctx, o, in, errOut)
		in.CloseWithError(err)
		ended <- err
	}()
	lines := bufio.NewScanner(out)
	for base == "" && lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) == 2 && fields[0] == "API" {
			base = strings.TrimSuffix(fields[1], "/v1")
		}
	}
	if base == "" {
		t.Fatalf("the server did not start: %v", <-ended)
	}
	go io.Copy(io.Discard, out)
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	}
	t.Cleanup(stop)
	return base, stop
}

// getJSON reads an answer, which must have the status.
func getJSON(t *testing.T, url, token string, status int, dst any) {
	t.Helper()
	callJSON(t, http.MethodGet, url, token, nil, status, dst)
}

func callJSON(t *testing.T, method, url, token string, body any, status int, dst any) {
	t.Helper()
	var content io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		content = strings.NewReader(string(data))
	}
	r, err := http.NewRequestWithContext(t.Context(), method, url, content)
	if err != nil {
		t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != status {
		t.Fatalf("%s %s: %d, want %d: %s", method, url, answer.StatusCode, status, data)
	}
	if err := json.Unmarshal(data, dst); err != nil {
		t.Fatal(fmt.Errorf("%s %s: %w", method, url, err))
	}
}

func decodeBody(body io.Reader, dst any) error { return json.NewDecoder(body).Decode(dst) }

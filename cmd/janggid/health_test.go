package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealthTellsWhetherAServerIsReady(t *testing.T) {
	base, _ := startServer(t, t.TempDir())
	addr := strings.TrimPrefix(base, "http://")
	levelled(t, []node{node(base)}, node(base).send(t, request{path: "/v1/games", token: node(base).guest(t, "P")}, 201).position)
	if said, err := command(t.Context(), "health", "--addr", addr); err != nil || !strings.Contains(said, "ready") {
		t.Errorf("a ready server: %v, %q", err, said)
	}
	// Where it listens on every address, as in a container, it is asked there too.
	_, port, _ := net.SplitHostPort(addr)
	t.Setenv("JANGGID_ADDR", "0.0.0.0:"+port)
	if said, err := command(t.Context(), "health"); err != nil {
		t.Errorf("asked at 0.0.0.0: %v, %q", err, said)
	}
}

func TestHealthFails(t *testing.T) {
	late := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "the read models are still catching up", http.StatusServiceUnavailable)
	}))
	defer late.Close()
	_, err := command(t.Context(), "health", "--addr", strings.TrimPrefix(late.URL, "http://"))
	if err == nil || !strings.Contains(err.Error(), "503") || !strings.Contains(err.Error(), "catching up") {
		t.Errorf("a server that is not ready: %v", err)
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	if _, err := command(t.Context(), "health", "--addr", strings.TrimPrefix(gone.URL, "http://")); err == nil {
		t.Error("a server that is gone is healthy")
	}
}

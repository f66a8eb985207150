package api

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// bare sends a request that openapi.yaml says nothing about.
func (s *testServer) bare(method, path, token string, headers ...string) response {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "identity")
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("X-Request-Id", "the-same")
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return response{t: s.t, request: method + " " + path, status: res.StatusCode, header: res.Header, body: body}
}

// HEAD answers as GET does, without the body: found, not found, and not modified.
func TestHead(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started("")
	m.play("a4b4")
	waiting := m.cho.create("")
	s.settle()
	queries := map[string]string{"/v1/board.svg": "?fen=" + url.QueryEscape(setUpStart.FEN()), "/v1/board.png": "?width=100"}
	for _, route := range s.api.echo.Routes() {
		if route.Method != http.MethodGet {
			continue
		}
		path := strings.NewReplacer(":code", *waiting.RoomCode, ":file", "swagger-ui.css", "players/:id", "players/"+m.cho.id, ":id", m.id).Replace(route.Path) + queries[route.Path]
		t.Run(route.Path, func(t *testing.T) {
			s := s.within(t)
			if strings.Contains(route.Path, "stream") || strings.Contains(route.Path, "quick-play") {
				r := s.bare(http.MethodHead, path, m.cho.token).is(http.StatusMethodNotAllowed)
				if allow := r.header.Get("Allow"); strings.Contains(allow, http.MethodHead) {
					t.Errorf("allowed is %s", allow)
				}
				return
			}
			got, head := s.bare(http.MethodGet, path, m.cho.token), s.bare(http.MethodHead, path, m.cho.token)
			if head.status != got.status || len(head.body) > 0 {
				t.Errorf("status %d with %d bytes, GET has %d", head.status, len(head.body), got.status)
			}
			if length := got.header.Get("Content-Length"); length != "" && length != strconv.Itoa(len(got.body)) {
				t.Errorf("the length is %s of %d bytes", length, len(got.body))
			}
			for name, values := range got.header {
				// Metrics count the requests between.
				if name != "Date" && !(name == "Content-Length" && route.Path == "/metrics") && !slices.Equal(head.header[name], values) {
					t.Errorf("%s is %q, GET has %q", name, head.header[name], values)
				}
			}
		})
	}
	etag := s.bare(http.MethodHead, m.path, m.cho.token).header.Get("ETag")
	s.bare(http.MethodHead, m.path, m.cho.token, "If-None-Match", etag).is(http.StatusNotModified)
	s.bare(http.MethodHead, "/v1/games/nothing", m.cho.token).is(http.StatusNotFound)
	s.bare(http.MethodHead, "/v1/games/"+m.id+"/moves", m.cho.token).is(http.StatusMethodNotAllowed)
}

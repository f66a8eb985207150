package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestARecordIsOfTheFormatThatTheClientAccepts(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m, position := s.over("", "a4b4")
	for _, c := range []struct{ accept, query, one, many string }{
		{"", "", "text/x-gib; charset=utf-8", ""},
		{"*/*", "", "text/x-gib; charset=utf-8", ""},
		{"text/html, */*;q=0.8", "", "text/x-gib; charset=utf-8", ""},
		{"application/vnd.chess-pgn", "", "application/vnd.chess-pgn; charset=utf-8", ""},
		{"application/json", "", "application/json", "application/x-ndjson"},
		{"application/json;q=0.5, application/vnd.chess-pgn;q=0.9", "", "application/vnd.chess-pgn; charset=utf-8", ""},
		{"image/png", "", "text/x-gib; charset=utf-8", ""},
		{"application/json", "format=uci", "text/plain; charset=utf-8", ""},
		{"application/json", "charset=cp949", "text/x-gib; charset=euc-kr", ""},
	} {
		if c.many == "" {
			c.many = c.one
		}
		for path, want := range map[string]string{m.path + "/record?": c.one, "/v1/records?after_position=" + position + "&": c.many} {
			r := s.get(strings.TrimRight(path+c.query, "?&"), "", "Accept", c.accept).is(http.StatusOK)
			if got := r.header.Get("Content-Type"); got != want {
				t.Errorf("Accept %q, %s%s: %s, want %s", c.accept, path, c.query, got, want)
			}
			if varies := slices.Contains(r.header.Values("Vary"), "Accept"); varies != (c.query == "") {
				t.Errorf("%s%s: varies by Accept is %t", path, c.query, varies)
			}
		}
	}
}

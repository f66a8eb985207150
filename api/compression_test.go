package api

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"slices"
	"testing"
)

func TestLargeAnswersAreCompressed(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.solo()
	var turns []string
	for range 16 {
		turns = append(turns, "a4b4", "a7b7", "b4a4", "b7a7", "i4h4", "i7h7", "h4i4", "h7i7")
	}
	m.cho = s.guest("Long")
	g := m.cho.create(`{"opponent":{"type":"self"},"ruleset":{"preset":"standard","repetition":"off"}}`)
	m = match{t: t, s: s, id: g.ID, path: "/v1/games/" + g.ID, cho: m.cho, han: m.cho}
	m.cho.post(m.path+"/setup", `{"side":"han","setup":"HEEH"}`).is(http.StatusOK)
	m.cho.post(m.path+"/setup", `{"side":"cho","setup":"HEEH"}`).is(http.StatusOK)
	m.play(turns...)
	for _, path := range []string{"/openapi.yaml", "/docs/assets/swagger-ui.css", "/docs/assets/swagger-ui-bundle.js", m.path + "/turns", m.path + "/events?limit=1000", m.path + "/film.svg"} {
		plain := s.bare(http.MethodGet, path, m.cho.token).is(http.StatusOK)
		packed := s.bare(http.MethodGet, path, m.cho.token, "Accept-Encoding", "br;q=1, gzip;q=0.5").is(http.StatusOK)
		if got := unpacked(t, packed); !bytes.Equal(got, plain.body) || 3*len(packed.body) > len(plain.body) {
			t.Errorf("%s: %d bytes compressed, of which come %d; plain %d", path, len(packed.body), len(got), len(plain.body))
		}
		for _, r := range []response{plain, packed} {
			if !slices.Contains(r.header.Values("Vary"), "Accept-Encoding") {
				t.Errorf("%s varies by %q", path, r.header.Values("Vary"))
			}
		}
		head := s.bare(http.MethodHead, path, m.cho.token, "Accept-Encoding", "gzip").is(http.StatusOK)
		if want := fmt.Sprint(len(packed.body)); head.header.Get("Content-Length") != want || head.header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%s: the head has %q, %s bytes; want %s", path, head.header.Get("Content-Encoding"), head.header.Get("Content-Length"), want)
		}
		etag := packed.header.Get("ETag")
		if etag == "" {
			continue // it is not revalidated
		}
		if etag != "W/"+plain.header.Get("ETag") {
			t.Errorf("%s: tags are %s plain, %s compressed", path, plain.header.Get("ETag"), etag)
		}
		s.bare(http.MethodGet, path, m.cho.token, "Accept-Encoding", "gzip", "If-None-Match", etag).is(http.StatusNotModified)
		s.bare(http.MethodGet, path, m.cho.token, "If-None-Match", etag).is(http.StatusNotModified)
	}
}

func TestWhatIsNotCompressed(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started("")
	for _, path := range []string{m.path, m.path + "/board.png?width=1200", "/v1/rulesets", "/docs"} {
		if r := s.bare(http.MethodGet, path, m.cho.token, "Accept-Encoding", "gzip").is(http.StatusOK); r.header.Get("Content-Encoding") != "" {
			t.Errorf("%s is, %d bytes", path, len(r.body))
		}
	}
}

func unpacked(t *testing.T, r response) []byte {
	t.Helper()
	if r.header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("%s is %q", r.request, r.header.Get("Content-Encoding"))
	}
	in, err := gzip.NewReader(bytes.NewReader(r.body))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

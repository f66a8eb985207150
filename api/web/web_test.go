package web

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// api stands for the API: it has four games, and otherwise says what it was asked.
var api = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	games := map[string]string{
		"/v1/games/open":    `{"id":"open","status":"playing","visibility":"public","players":{"cho":{"name":"Kim <b>"},"han":{"name":"Lee"}}}`,
		"/v1/games/late":    `{"id":"late","status":"playing","visibility":"public","spectator_delay_ms":60000,"players":{"cho":{"name":"Kim"}}}`,
		"/v1/rooms/PRIVAT":  `{"id":"mine","status":"waiting","visibility":"private","players":{"cho":{"name":"Kim"}}}`,
		"/v1/rooms/WAITNG":  `{"id":"wait","status":"waiting","visibility":"public","players":{"cho":{"name":"Kim"},"han":null}}`,
		"/v1/games/damaged": `{`,
	}
	if game, ok := games[r.URL.Path]; ok {
		if r.Header.Get("Authorization") != "" {
			panic("a preview asks as somebody")
		}
		io.WriteString(w, game)
		return
	}
	w.WriteHeader(http.StatusTeapot)
	io.WriteString(w, r.Method+" "+r.URL.Path)
})

var handled = Handler(api).(*handler)

func ask(t *testing.T, method, path string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	handled.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestThePageIsForThoseWhoAcceptHTML(t *testing.T) {
	for path, page := range map[string]bool{"/": true, "/new": true, "/game/0192": true, "/room/ABCDEF": true, "/game": false, "/game/1/2": false, "/v1": false, "/v1/games": false, "/docs": false, "/nothing": false} {
		r := ask(t, http.MethodGet, path, "Accept", "text/html,*/*;q=0.8")
		if got := strings.Contains(body(t, r), `id="app"`); got != page {
			t.Errorf("%s is the page: %v, want %v", path, got, page)
		}
	}
	if r := ask(t, http.MethodGet, "/", "Accept", "*/*"); r.StatusCode != http.StatusTeapot || r.Header.Get("Vary") != "Accept" {
		t.Errorf("a program gets %d, Vary %q, and not the API's index", r.StatusCode, r.Header.Get("Vary"))
	}
	if r := ask(t, http.MethodPost, "/game/1"); r.StatusCode != http.StatusTeapot {
		t.Errorf("a POST to the page is answered with %d", r.StatusCode)
	}
	if r := ask(t, http.MethodHead, "/", "Accept", "text/html"); r.StatusCode != http.StatusOK || body(t, r) != "" {
		t.Error("HEAD has a body, or is refused")
	}
}

func TestThePageRunsNoScriptButItsOwn(t *testing.T) {
	r := ask(t, http.MethodGet, "/", "Accept", "text/html")
	policy := r.Header.Get("Content-Security-Policy")
	for _, wanted := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"} {
		if !strings.Contains(policy, wanted) {
			t.Errorf("the policy %q lacks %q", policy, wanted)
		}
	}
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
		t.Errorf("the policy %q lets in more than this server's files", policy)
	}
	page := body(t, r)
	if regexp.MustCompile(`<script[^>]*>[^<]|<style|\son\w+=|https?://`).MatchString(page) {
		t.Errorf("the page has a script or style of its own, or names another server:\n%s", page)
	}
}

func TestPartsAreKeptByTheirHashAndThePageIsAskedForAnew(t *testing.T) {
	page := body(t, ask(t, http.MethodGet, "/", "Accept", "text/html"))
	parts := regexp.MustCompile(`(?:src|href)="(/page/[^"]+)"`).FindAllStringSubmatch(page, -1)
	if len(parts) < 4 {
		t.Fatalf("the page names %d parts:\n%s", len(parts), page)
	}
	for _, part := range parts {
		r := ask(t, http.MethodGet, part[1])
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", part[1], r.StatusCode)
		}
		immutable := strings.Contains(r.Header.Get("Cache-Control"), "immutable")
		if want := hashed.MatchString(part[1]); immutable != want {
			t.Errorf("%s is kept for ever: %v, want %v", part[1], immutable, want)
		}
	}
	for _, path := range []string{"/", "/sw.js", "/page/manifest.webmanifest", "/page/icon.svg"} {
		r := ask(t, http.MethodGet, path, "Accept", "text/html")
		if r.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s has Cache-Control %q", path, r.Header.Get("Cache-Control"))
		}
		again := ask(t, http.MethodGet, path, "Accept", "text/html", "If-None-Match", r.Header.Get("ETag"))
		if again.StatusCode != http.StatusNotModified || body(t, again) != "" {
			t.Errorf("%s is sent again: %d", path, again.StatusCode)
		}
	}
}

// The first view is what the page and what it loads before anything is pressed
// take on the wire: everything that index.html names, one language, one
// lettering.
func TestTheFirstViewIsLight(t *testing.T) {
	const most = 100 << 10
	size := func(path string) int {
		r := ask(t, http.MethodGet, path, "Accept", "text/html", "Accept-Encoding", "gzip")
		return len(body(t, r))
	}
	page := body(t, ask(t, http.MethodGet, "/", "Accept", "text/html"))
	total := size("/")
	for _, part := range regexp.MustCompile(`(?:src|href)="(/page/[^"]+)"`).FindAllStringSubmatch(page, -1) {
		total += size(part[1])
	}
	largest := map[string]int{}
	for path := range handled.parts {
		for _, kind := range [][]string{{"/page/en-", "/page/ko-", "/page/vi-"}, {"/page/hanja-", "/page/hangul-", "/page/letters-"}} {
			for _, prefix := range kind {
				if strings.HasPrefix(path, prefix) {
					largest[kind[0]] = max(largest[kind[0]], size(path))
				}
			}
		}
	}
	if len(largest) != 2 {
		t.Fatalf("languages and letterings are not found: %v", largest)
	}
	for _, bytes := range largest {
		total += bytes
	}
	if total > most {
		t.Errorf("the first view takes %d bytes, want %d at most", total, most)
	}
	t.Logf("the first view takes %d bytes", total)
}

func TestCompressedPartsAreTheSame(t *testing.T) {
	for path := range handled.parts {
		plain := body(t, ask(t, http.MethodGet, path))
		r := ask(t, http.MethodGet, path, "Accept-Encoding", "br, gzip")
		if r.Header.Get("Content-Encoding") == "" {
			continue
		}
		unpacked, err := gzip.NewReader(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(unpacked); err != nil || string(got) != plain {
			t.Errorf("%s differs when compressed (%v)", path, err)
		}
		if r := ask(t, http.MethodGet, path, "Accept-Encoding", "gzip;q=0"); r.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s is compressed for a client that refuses that", path)
		}
	}
}

func TestALinkToAGameCarriesItsTitleAndBoard(t *testing.T) {
	get := func(path string) string {
		return body(t, ask(t, http.MethodGet, path, "Accept", "text/html", "Authorization", "Bearer x"))
	}
	game := get("/game/open")
	for _, wanted := range []string{
		`property="og:title" content="Kim &lt;b&gt; – Lee · Janggi"`,
		`property="og:image" content="http://example.com/v1/games/open/board.png?width=600"`,
	} {
		if !strings.Contains(game, wanted) {
			t.Errorf("the game's page lacks %s:\n%s", wanted, game)
		}
	}
	if room := get("/room/WAITNG"); !strings.Contains(room, "Kim – Han · Janggi") || strings.Contains(room, "og:image") {
		t.Errorf("an open room's page:\n%s", room)
	}
	for _, path := range []string{"/game/late", "/room/PRIVAT", "/game/damaged", "/game/unknown", "/"} {
		if page := get(path); strings.Contains(page, "og:") || strings.Contains(page, "Kim") {
			t.Errorf("%s tells of a game:\n%s", path, page)
		}
	}
}

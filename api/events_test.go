package api

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestEvents(t *testing.T) {
	run(t, []scenario{
		{
			name: "a page", given: turns("a4b4"), request: "GET /events?from=4&limit=1",
			status: 200, has: []string{`"events":[{"revision":4,"type":"GameStarted",`, `"next":5}`},
		},
		{
			name: "the end", given: turns("a4b4"), request: "GET /events?from=5",
			status: 200, has: []string{`"type":"MovePlayed"`, `"move":"a4b4"`, `"next":null}`},
		},
		{
			name: "from no revision", request: "GET /events?from=-1",
			status: 400, code: rest.CodeBadRequest, has: []string{`"field":"from"`},
		},
	})
}

func TestEventsAsLines(t *testing.T) {
	m := newTestServer(t, serverOptions{}).started("")
	m.play("a4b4", "pass")
	m.han.post(m.path+"/resign", nil, "Idempotency-Key", "secret-key").is(200)
	r := m.s.get(m.path+"/events", "", "Accept", "application/x-ndjson").is(200)
	if got, want := bytes.Count(r.body, []byte("\n")), len(m.events()); got != want {
		t.Errorf("%d lines, want one for each of the %d events", got, want)
	}
	if bytes.Contains(r.body, []byte("private")) || bytes.Contains(r.body, []byte("secret-key")) {
		t.Errorf("private metadata was published:\n%s", r.body)
	}
}

// writeCounter counts the parts in which an answer is written.
type writeCounter struct {
	*httptest.ResponseRecorder
	parts int
}

func (w *writeCounter) Write(b []byte) (int, error) {
	w.parts++
	return w.ResponseRecorder.Write(b)
}

// A history of any length takes no more memory than an event.
func TestEventsAreWrittenAsTheyAreRead(t *testing.T) {
	m := newTestServer(t, serverOptions{}).started("")
	m.play("a4b4", "a7b7", "pass")
	r := httptest.NewRequest(http.MethodGet, m.path+"/events", nil)
	r.Header.Set("Accept", rest.MimeNDJSON)
	w := &writeCounter{ResponseRecorder: httptest.NewRecorder()}
	m.s.api.Handler().ServeHTTP(w, r)
	if want := len(m.events()); w.Code != http.StatusOK || w.parts != want {
		t.Errorf("status %d, %d parts, want one for each of the %d events", w.Code, w.parts, want)
	}
}

package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/limit"
)

// flushed is an answer whose every flush is passed on.
type flushed struct {
	*httptest.ResponseRecorder
	parts chan string
	sent  int
}

func (f *flushed) Flush() {
	text := f.Body.String()
	f.parts <- text[f.sent:]
	f.sent = len(text)
}

// A stream whose address has used up its writes waits for its turn to write, and
// then writes all that has come at once. Streams of others go on.
func TestWritesToStreamsOfOneAddressArePaced(t *testing.T) {
	s := newTestServer(t, serverOptions{limited: true})
	m := s.started("")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	streams := make([]*flushed, 2)
	for i, address := range []string{"192.0.2.1:1", "192.0.2.2:1"} {
		f := &flushed{httptest.NewRecorder(), make(chan string, 100), 0}
		streams[i] = f
		req := httptest.NewRequestWithContext(ctx, http.MethodGet, m.path+"/stream", nil)
		req.RemoteAddr = address
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.api.Handler().ServeHTTP(f, req)
		}()
		t.Cleanup(func() {
			cancel()
			<-done
		})
		if first := <-f.parts; !strings.Contains(first, `"frame":"state"`) {
			t.Fatalf("the stream begins with %s", first)
		}
	}
	busy, other := streams[0], streams[1]
	over, stop := context.WithCancel(t.Context())
	stop() // tokens are taken all the same, without waiting
	for range limit.StreamWrites.Burst + limit.StreamWrites.Quota {
		s.api.limits.Limiter.Queue(over, limit.StreamWrites, "192.0.2.1")
	}
	for _, move := range []string{"a4b4", "a7b7", "b4a4"} {
		side := m.cho
		if move == "a7b7" {
			side = m.han
		}
		side.post(m.path+"/moves", map[string]string{"move": move}).is(http.StatusOK)
	}
	for seen := 0; seen < 3; {
		seen += strings.Count(<-other.parts, `"type":"MovePlayed"`)
	}
	if len(busy.parts) > 0 {
		t.Errorf("the busy address was written to: %s", <-busy.parts)
	}
}

package api

import (
	"testing"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/watch"
)

// A browser that has no cursor yet may well send an empty one.
func TestAnEmptyFromIsNone(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	s.settle()
	for path, first := range map[string]string{
		m.path + "/stream?from=":              watch.FrameState,
		"/v1/stream?games=" + m.id + "&from=": watch.FrameState,
		"/v1/me/stream?from=":                 watch.FrameState,
		"/v1/stream?from=":                    watch.FrameCaughtUp, // now, not from the beginning
	} {
		if f, ok := s.stream(path, m.cho.token).next(); !ok || f.kind != first {
			t.Errorf("%s begins with %s, want a frame %s", path, f.text, first)
		}
	}
}

func TestAStreamIsOfTheFormThatTheClientPrefers(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	for accept, want := range map[string]string{
		"text/event-stream;q=0, application/x-ndjson":       rest.MimeNDJSON,
		"text/event-stream;q=0.2, application/x-ndjson;q=1": rest.MimeNDJSON,
		"text/event-stream, application/x-ndjson;q=0.9":     rest.MimeSSE,
		"application/x-ndjson;q=0, */*":                     rest.MimeSSE,
	} {
		if w := s.stream(m.path+"/stream", "", "Accept", accept); w.header.Get("Content-Type") != want {
			t.Errorf("%s is answered with %s, want %s", accept, w.header.Get("Content-Type"), want)
		}
	}
	if r := s.get(m.path+"/events", "", "Accept", "application/x-ndjson;q=0, application/json"); r.header.Get("Content-Type") != rest.MimeJSON {
		t.Errorf("events are answered with %s", r.header.Get("Content-Type"))
	}
}

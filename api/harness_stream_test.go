package api

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/watch"
)

// watching is a client's end of a stream.
type watching struct {
	t      *testing.T
	status int
	header http.Header
	lines  *bufio.Scanner
	ndjson bool
	cancel context.CancelFunc
	lastID string // as a browser keeps it

	lastFrame string
}

// frame is what a client got.
type frame struct {
	kind, id string
	data     map[string]any
	text     string
}

// stream opens a stream and reads its head. It ends with the test.
func (s *testServer) stream(path, token string, headers ...string) *watching {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
	if err != nil {
		s.t.Fatalf("GET %s: %v", path, err)
	}
	s.t.Cleanup(func() { cancel(); res.Body.Close() })
	w := &watching{t: s.t, status: res.StatusCode, header: res.Header, lines: bufio.NewScanner(res.Body), cancel: cancel}
	w.lines.Buffer(nil, 1<<20)
	w.ndjson = res.Header.Get("Content-Type") == rest.MimeNDJSON
	if res.StatusCode == http.StatusOK && !w.ndjson && res.Header.Get("Content-Type") != rest.MimeSSE {
		s.t.Fatalf("GET %s is answered with %s", path, res.Header.Get("Content-Type"))
	}
	return w
}

// settle waits until lists and streams, which begin with them, have everything.
func (s *testServer) settle() {
	s.t.Helper()
	ctx, cancel := s.soon("the read model to have all that is stored")
	defer cancel()
	head, err := s.store.Head(ctx)
	if err == nil {
		err = s.model.WaitFor(ctx, head)
	}
	if err != nil {
		s.t.Fatal(err, context.Cause(ctx))
	}
	s.heard()
}

// heard waits until streams have all that is stored. A feed that begins earlier
// begins with what happened before.
func (s *testServer) heard() {
	s.t.Helper()
	head, err := s.store.Head(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	eventually(s.t, "streams to have all that is stored", func() bool { return s.api.subscription.Position() >= head })
}

// next waits for a frame; false when the stream has ended.
func (w *watching) next() (f frame, ok bool) {
	w.t.Helper()
	late := time.AfterFunc(patience, w.cancel)
	defer func() {
		if !late.Stop() {
			w.t.Fatalf("waited %v for a frame after %q", patience, w.lastFrame)
		}
		w.lastFrame = f.text
	}()
	for w.lines.Scan() {
		line := w.lines.Text()
		if w.ndjson {
			return w.parsed(frame{text: line}), true
		}
		name, value, _ := strings.Cut(line, ": ")
		switch name {
		case "id":
			f.id, w.lastID = value, value
		case "event":
			f.kind = value
		case "data":
			f.text = value
		case "":
			if f.text != "" {
				return w.parsed(f), true
			}
		}
	}
	return frame{}, false
}

func (w *watching) parsed(f frame) frame {
	w.t.Helper()
	if err := json.Unmarshal([]byte(f.text), &f.data); err != nil {
		w.t.Fatalf("%v in the frame %s", err, f.text)
	}
	if f.kind == "" {
		f.kind = f.data["frame"].(string)
	}
	if f.data["frame"] != f.kind {
		w.t.Errorf("a frame %s says that it is %v", f.kind, f.data["frame"])
	}
	if cursor, _ := f.data["cursor"].(string); f.id != "" && cursor != f.id {
		w.t.Errorf("a frame with id %q has the cursor %q", f.id, cursor)
	}
	if _, ok := f.data["server_time"].(float64); !ok {
		w.t.Errorf("no server time in %s", f.text)
	}
	return f
}

// must waits for a frame of a kind; heartbeats and news of who is there may come
// before it.
func (w *watching) must(kind string) frame {
	w.t.Helper()
	for {
		f, ok := w.next()
		if !ok {
			w.t.Fatalf("the stream ended before a frame %s", kind)
		}
		switch {
		case f.kind == kind:
			return f
		case f.kind != "heartbeat" && f.kind != "watchers" && f.kind != "presence":
			w.t.Fatalf("the frame %s, want %s", f.text, kind)
		}
	}
}

// event waits for an event of a type.
func (w *watching) event(eventType string) frame {
	w.t.Helper()
	f := w.must(watch.FrameEvent)
	if f.data["type"] != eventType {
		w.t.Fatalf("the event %s, want %s", f.text, eventType)
	}
	return f
}

// over waits for the end of the stream.
func (w *watching) over() {
	w.t.Helper()
	if f, ok := w.next(); ok {
		w.t.Fatalf("the frame %s, want the end", f.text)
	}
}

// leave hangs up.
func (w *watching) leave() { w.cancel() }

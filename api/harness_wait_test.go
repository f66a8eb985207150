package api

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// patience is how long a test waits for what has to come. It is long, since the
// machine may have other work; a test that waits longer would wait for ever.
const patience = time.Minute

// eventually waits until something holds that no channel tells of. What names it.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for !holds() {
		select {
		case <-look.C:
		case <-late.C:
			t.Fatalf("waited %v for %s", patience, what)
		}
	}
}

// eventTypes waits until a stream has so many events, and gives their types.
func (s *testServer) eventTypes(stream string, least int) (types []string) {
	s.t.Helper()
	if least == 0 {
		return s.typesIn(stream)
	}
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	for m, err := range s.store.Subscribe(ctx, 0) { // looks again whenever something was stored
		if err != nil {
			s.t.Fatalf("waited for %d events of %s, which has %v: %v", least, stream, types, err)
		}
		if m.Recorded.Stream != stream {
			continue
		}
		if types = s.typesIn(stream); len(types) >= least {
			return types
		}
	}
	s.t.Fatalf("waited for %d events of %s, which has %v", least, stream, types)
	return nil
}

// typesIn are the types of a stream's events.
func (s *testServer) typesIn(stream string) (types []string) {
	s.t.Helper()
	for r, err := range s.store.ReadStream(s.t.Context(), stream, 0) {
		if err != nil {
			s.t.Fatal(err)
		}
		types = append(types, r.Type)
	}
	return types
}

// soon bounds a wait; its cause names what was waited for.
func (s *testServer) soon(what string) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(s.t.Context(), patience, fmt.Errorf("waited %v for %s", patience, what))
}

package api

import (
	"bytes"
	"time"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
)

// hasNot fails the test where a fragment of text is in the body.
func (r response) hasNot(fragments ...string) response {
	r.t.Helper()
	for _, fragment := range fragments {
		if bytes.Contains(r.body, []byte(fragment)) {
			r.t.Errorf("%s: there is %s in\n%s", r.request, fragment, r.body)
		}
	}
	return r
}

// arrival is the present instant of the server.
func (s *testServer) arrival() game.Instant {
	if s.clock == nil {
		return game.InstantOf(time.Now())
	}
	return game.InstantOf(s.clock.now())
}

// organiser is a guest whose token has the scope for it.
func (s *testServer) organiser() guest {
	s.t.Helper()
	g := s.guest("Organiser")
	g.token, _ = s.auth.Issue(g.id, g.name, auth.ScopeOrganise)
	return g
}

// acceptRematchOnly is what a node does that ends in the middle of an
// acceptance. It gives the id of the next game.
func (s *testServer) acceptRematchOnly(m match) string {
	s.t.Helper()
	next := s.journal.RematchID(m.id)
	q := journal.Request{Command: game.AcceptRematch{Player: m.han.id, Game: next}, Actor: m.han.id, At: s.arrival()}
	result, err := s.journal.Execute(s.t.Context(), m.id, q)
	if err != nil || result.Refusal != nil {
		s.t.Fatalf("%v, %v", result.Refusal, err)
	}
	return next
}

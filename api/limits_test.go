package api

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/janggid/janggid/api/limit"
)

// A legal move by the side to move is never limited, whatever its player has
// used up before it; everything else is.
func TestALegalTurnIsNeverLimited(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay, limited: true})
	m := s.started("")
	exhaust := func(g guest) {
		for range limit.RefusedAttempts.Burst {
			g.post(m.path+"/join", `{"side":"hann"}`).is(http.StatusBadRequest)
		}
	}
	for _, p := range []struct {
		policy limit.Policy
		path   string
		body   string
	}{
		{limit.Chat, m.path + "/chat", `{"text":"hello"}`},
		{limit.AddedTime, m.path + "/add-time", `{}`},
	} {
		for range p.policy.Burst {
			m.cho.post(p.path, p.body)
		}
		m.cho.post(p.path, p.body).problem(CodeRateLimited)
	}
	exhaust(m.cho)
	exhaust(m.han)

	refused := []struct{ path, body string }{
		{"/moves", `{"move":"a4a9"}`},         // illegal
		{"/moves", `{"move":"a4b4","ply":9}`}, // at another ply
		{"/moves", `{"mov":"a4b4"}`},          // unreadable
		{"/pass", `{"ply":9}`},
		{"/resign", `{}`},
		{"/takeback", `{"action":"offer"}`},
	}
	for turn, move := range []string{"a4b4", "a7b7", "pass", "b7a7"} {
		mover, other := m.cho, m.han
		if turn%2 == 1 {
			mover, other = m.han, m.cho
		}
		for _, r := range refused {
			p := mover.post(m.path+r.path, r.body)
			p.problem(CodeRateLimited)
			if p.header.Get("Retry-After") == "" || p.header.Get("RateLimit") == "" || p.header.Get("RateLimit-Policy") == "" {
				t.Errorf("%s: headers %v", r.path, p.header)
			}
		}
		other.post(m.path+"/moves", `{"move":"`+move+`"}`).problem(CodeRateLimited) // not their turn
		path, body := "/moves", fmt.Sprintf(`{"move":%q,"ply":%d}`, move, turn)
		if move == "pass" {
			path, body = "/pass", fmt.Sprintf(`{"ply":%d}`, turn)
		}
		accepted := mover.post(m.path+path, body).is(http.StatusOK)
		if accepted.header.Get("Retry-After") != "" {
			t.Error("a turn that was accepted is told to wait")
		}
	}
	// Whoever has no token is told of the limit of their address, not to sign in.
	s.post(m.path+"/resign", "", `{}`).problem(CodeUnauthenticated)
}

// What is refused while a limit is used up costs nothing more: the wait that a
// client is told is enough.
func TestRefusalsAtTheLimitCostNothing(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay, limited: true})
	m := s.started("")
	for range limit.RefusedAttempts.Burst {
		m.han.post(m.path+"/moves", `{"move":"a7b7"}`).problem(CodeNotYourTurn)
	}
	for range 50 {
		m.han.post(m.path+"/moves", `{"move":"a7b7"}`).problem(CodeRateLimited)
	}
	s.advance(limit.RefusedAttempts.Window / 600)
	m.han.post(m.path+"/moves", `{"move":"a7b7"}`).problem(CodeNotYourTurn)
}

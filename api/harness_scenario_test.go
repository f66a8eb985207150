package api

import (
	"slices"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/rest"
)

// scenario is a request about a game, its answer, and the events it leaves.
type scenario struct {
	name    string
	create  string      // body of the creation
	given   func(match) // what has happened since; nil: both players have joined
	as      string      // cho, han, stranger, or "" for somebody without a token
	request string      // method and path below the game's, as in "POST /moves"
	body    string
	header  []string // names and values in turn
	status  int
	code    rest.Code // of the problem, where it is one
	has     []string  // texts in the answer's body
	then    []string  // types of the events that it leaves
}

// playing is a given: both setups are chosen.
func playing(m match) { m.setUp("HEEH", "HEEH") }

// turns is a given: playing, and some turns are made.
func turns(moves ...string) func(match) {
	return func(m match) {
		playing(m)
		m.play(moves...)
	}
}

// run carries scenarios out, each with a game of its own.
func run(t *testing.T, scenarios []scenario) {
	t.Helper()
	s := newTestServer(t, serverOptions{})
	for _, c := range scenarios {
		t.Run(c.name, func(t *testing.T) {
			s := s.within(t)
			m := s.match(c.create)
			if c.given != nil {
				c.given(m)
			}
			before := m.events()
			method, path, _ := strings.Cut(c.request, " ")
			var body any
			if c.body != "" {
				body = c.body
			}
			r := s.do(method, m.path+path, m.token(c.as), body, c.header...).is(c.status).has(c.has...)
			if c.code != "" {
				r.problem(c.code)
			}
			if after := m.events(); !slices.Equal(after[len(before):], c.then) {
				t.Errorf("the events %v followed, want %v", after[len(before):], c.then)
			}
		})
	}
}

// token is that of a role in a scenario.
func (m match) token(role string) string {
	m.t.Helper()
	switch role {
	case "cho":
		return m.cho.token
	case "han":
		return m.han.token
	case "stranger":
		return m.s.guest("Stranger").token
	case "":
		return ""
	}
	m.t.Fatalf("nobody is called %q", role)
	return ""
}

// within is the same server for a subtest, which its failures belong to.
func (s *testServer) within(t *testing.T) *testServer {
	inner := *s
	inner.t = t
	inner.client = newClient(t)
	return &inner
}

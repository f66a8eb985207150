package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/seek"
	"github.com/janggid/janggid/api/watch"
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
		m.cho.post(p.path, p.body).problem(rest.CodeRateLimited)
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
			p.problem(rest.CodeRateLimited)
			if p.header.Get("Retry-After") == "" || p.header.Get("RateLimit") == "" || p.header.Get("RateLimit-Policy") == "" {
				t.Errorf("%s: headers %v", r.path, p.header)
			}
		}
		other.post(m.path+"/moves", `{"move":"`+move+`"}`).problem(rest.CodeRateLimited) // not their turn
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
	s.post(m.path+"/resign", "", `{}`).problem(rest.CodeUnauthenticated)
}

// What is refused while a limit is used up costs nothing more: the wait that a
// client is told is enough.
func TestRefusalsAtTheLimitCostNothing(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay, limited: true})
	m := s.started("")
	for range limit.RefusedAttempts.Burst {
		m.han.post(m.path+"/moves", `{"move":"a7b7"}`).problem(rest.CodeNotYourTurn)
	}
	for range 50 {
		m.han.post(m.path+"/moves", `{"move":"a7b7"}`).problem(rest.CodeRateLimited)
	}
	s.advance(limit.RefusedAttempts.Window / 600)
	m.han.post(m.path+"/moves", `{"move":"a7b7"}`).problem(rest.CodeNotYourTurn)
}

// rateLimits are the limits that an answer tells of, with what is left.
func (r response) rateLimits() (limits []string) {
	for _, field := range r.header.Values("RateLimit") {
		name, rest, _ := strings.Cut(field, ";r=")
		left, _, _ := strings.Cut(rest, ";")
		limits = append(limits, strings.Trim(name, `"`)+" "+left)
	}
	return limits
}

// What costs a client something says so, from the first time on.
func TestARefusalThatCostsSaysWhatIsLeft(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay, limited: true})
	m := s.started("")
	for _, c := range []struct {
		name, path, body string
		status           int
		limits           []string
	}{
		{"at another ply", "/moves", `{"move":"a4b4","ply":9}`, http.StatusConflict, []string{"refused-attempts 599"}},
		{"unreadable", "/resign", `{"x":1}`, http.StatusBadRequest, []string{"refused-attempts 598"}},
		{"not theirs to do", "/adjudicate", `{"result":"cho"}`, http.StatusForbidden, []string{"refused-attempts 597"}},
		{"of two limits", "/add-time", `{"ply":9}`, http.StatusConflict, []string{"added-time 19", "refused-attempts 596"}},
		{"accepted", "/add-time", `{}`, http.StatusOK, []string{"added-time 18"}},
		{"a turn", "/moves", `{"move":"a4b4"}`, http.StatusOK, nil},
		{"no game", "x/moves", `{"move":"a4b4"}`, http.StatusNotFound, nil},
	} {
		r := m.cho.post(m.path+c.path, c.body).is(c.status)
		if got := r.rateLimits(); !slices.Equal(got, c.limits) || len(r.header.Values("RateLimit-Policy")) != len(c.limits) || r.header.Get("Retry-After") != "" {
			t.Errorf("%s: %v, want the limits %v", c.name, r.header, c.limits)
		}
	}
}

func TestAskingIsLimited(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay, limited: true})
	for _, c := range []struct {
		policy       limit.Policy
		method, path string
		alone        int // what it is answered while there are tokens
	}{
		{limit.QuickPlay, http.MethodGet, "/v1/quick-play/nothing", http.StatusNotFound},
		{limit.StreamTickets, http.MethodPost, "/v1/stream-tickets", http.StatusCreated},
		{limit.StreamOpenings, http.MethodGet, "/v1/stream?games=nothing", http.StatusNotFound},
	} {
		t.Run(c.policy.Name, func(t *testing.T) {
			s := s.within(t)
			asking, other := s.guest("Asking"), s.guest("Other")
			first := s.do(c.method, c.path, asking.token, nil).is(c.alone)
			if want := fmt.Sprint(c.policy.Name, " ", c.policy.Burst-1); !slices.Contains(first.rateLimits(), want) {
				t.Errorf("the first answer tells of %v, want %s", first.rateLimits(), want)
			}
			for range c.policy.Burst - 1 {
				s.do(c.method, c.path, asking.token, nil).is(c.alone)
			}
			refused := s.do(c.method, c.path, asking.token, nil)
			refused.problem(rest.CodeRateLimited)
			if refused.header.Get("Retry-After") != "1" {
				t.Errorf("told to wait %q s, want 1", refused.header.Get("Retry-After"))
			}
			s.do(c.method, c.path, other.token, nil).is(c.alone)
			s.advance(c.policy.Window)
			s.do(c.method, c.path, asking.token, nil).is(c.alone)
		})
	}
	// An opponent that is asked for counts as much as what has come of that.
	if asked := s.guest("Asking").post("/v1/quick-play", nil).is(http.StatusAccepted); asked.rateLimits()[0] != "quick-play 199" {
		t.Errorf("asking for an opponent tells of %v", asked.rateLimits())
	}
}

// As many streams as the policy has are open for a player, and no more until one
// of them ends. Others are not concerned.
func TestStreamsThatAreOpenAtOnceAreLimited(t *testing.T) {
	s := newTestServer(t, serverOptions{limited: true})
	m, other := s.started(""), s.guest("Other")
	open := func() (streams []*watching) {
		for range limit.PlayersStreams.Quota {
			w := s.stream(m.path+"/stream", m.cho.token)
			w.must(watch.FrameState)
			streams = append(streams, w)
		}
		return streams
	}
	streams := open()
	first := response{header: streams[0].header}
	if got := first.rateLimits(); !slices.Equal(got, []string{"stream-openings 1199", "players-streams 99"}) {
		t.Errorf("the first stream tells of %v", got)
	}
	for _, path := range []string{m.path + "/stream", "/v1/stream?games=" + m.id, "/v1/stream", "/v1/me/stream"} {
		refused := m.cho.get(path)
		refused.problem(rest.CodeRateLimited)
		if refused.header.Get("Retry-After") != "5" || !slices.Contains(refused.rateLimits(), "players-streams 0") {
			t.Errorf("%s: %v", path, refused.header)
		}
	}
	wish := decoded[seek.Pairing](m.cho.post("/v1/quick-play", nil).is(http.StatusAccepted))
	m.cho.get("/v1/quick-play/"+wish.ID, "Accept", rest.MimeSSE).problem(rest.CodeRateLimited)
	m.cho.get("/v1/quick-play/" + wish.ID).is(http.StatusOK) // no stream
	s.stream(m.path+"/stream", other.token).must(watch.FrameState)
	unnamed := s.stream(m.path+"/stream", "")
	unnamed.must(watch.FrameState)
	if got := (response{header: unnamed.header}).rateLimits(); !slices.Contains(got, "unnamed-streams 999") {
		t.Errorf("a stream without a token tells of %v", got)
	}
	m.cho.post(m.path+"/resign", nil).is(http.StatusOK)
	for _, w := range streams { // the answer ends once the place is free
		for more := true; more; {
			_, more = w.next()
		}
	}
	m.cho.get("/v1/stream?games=nothing").problem(rest.CodeNotFound)
	s.stream("/v1/me/stream", m.cho.token).must(watch.FrameState)
}

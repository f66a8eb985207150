package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/janggid/janggid/api/auth"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/player"
)

// computersWithRoom are computers that never make a turn, with room for some
// strengths.
type computersWithRoom []int

func (c computersWithRoom) Admit(strengths ...int) (time.Duration, bool) {
	for _, s := range strengths {
		if !slices.Contains(c, s) {
			return 1500 * time.Millisecond, false
		}
	}
	return 0, true
}

func TestAGameAgainstAComputer(t *testing.T) {
	s := newTestServer(t, serverOptions{computers: computersWithRoom{2, 5, 7, 9}})
	ann := s.guest("Ann")
	for _, c := range []struct {
		name, body string
		has        []string
	}{
		{"by level", `{"opponent":{"type":"computer","level":"advanced"}}`, []string{
			`"status":"setup"`, `"to_act":"han"`, `"han":{"id":"computer-9","name":"Computer 9","kind":"computer","strength":9}`,
		}},
		{"by strength, as Han", `{"side":"han","opponent":{"type":"computer","strength":7,"seed":3}}`, []string{
			`"cho":{"id":"computer-7","name":"Computer 7","kind":"computer","strength":7}`, `"name":"Ann","kind":"human"}`,
		}},
		{"two computers", `{"opponent":{"type":"computers","cho":{"strength":5},"han":{"level":"beginner"}},"visibility":"unlisted"}`, []string{
			`"cho":{"id":"computer-5",`, `"han":{"id":"computer-2",`, `"room_code":null`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := ann.on(s.within(t)).post("/v1/games", c.body).is(http.StatusCreated).has(c.has...)
			ann.on(s.within(t)).get("/v1/games/"+r.game().ID+"/events").has(`"seed":`, `"kind":"computer","strength":`)
		})
	}
	s.settle()
	s.get("/v1/games?player=computer-7", "").is(http.StatusOK).has(`"kind":"computer","strength":7}`)
}

func TestASeedIsDrawnUnlessGiven(t *testing.T) {
	s := newTestServer(t, serverOptions{computers: computersWithRoom{5}})
	ann := s.guest("Ann")
	created := func(body string) string {
		page := ann.get("/v1/games/" + ann.create(body).ID + "/events?limit=1").is(http.StatusOK).body
		_, seed, _ := strings.Cut(string(page), `"seed":`)
		seed, _, _ = strings.Cut(seed, ",")
		return seed
	}
	if one, two := created(`{"opponent":{"type":"computer","strength":5}}`), created(`{"opponent":{"type":"computer","strength":5}}`); one == two || one == "" {
		t.Errorf("the seeds are %s and %s", one, two)
	}
	if given := created(`{"opponent":{"type":"computer","strength":5,"seed":12}}`); given != "12" {
		t.Errorf("the seed is %s", given)
	}
}

func TestComputersWithoutTime(t *testing.T) {
	s := newTestServer(t, serverOptions{computers: computersWithRoom{2}})
	ann := s.guest("Ann")
	r := ann.post("/v1/games", `{"opponent":{"type":"computer","strength":10}}`)
	r.problem(rest.CodeOverloaded)
	if wait := r.header.Get("Retry-After"); r.status != http.StatusServiceUnavailable || wait != "2" {
		t.Errorf("%d, Retry-After %q", r.status, wait)
	}
	g := ann.create(`{"opponent":{"type":"computer","strength":2}}`)
	ann.post("/v1/games/"+g.ID+"/abort", nil).is(http.StatusOK)
	next := *ann.post("/v1/games/"+g.ID+"/rematch", `{"action":"offer"}`).is(http.StatusOK).game().Rematch
	s.get("/v1/games/"+next, "").is(http.StatusOK).has(`"cho":{"id":"computer-2",`)

	other := newTestServer(t, serverOptions{store: s.store, computers: computersWithRoom{}})
	ann.on(other).post("/v1/games/"+next+"/abort", nil).is(http.StatusOK)
	ann.on(other).post("/v1/games/"+next+"/rematch", `{"action":"offer"}`).problem(rest.CodeOverloaded)
}

func TestComputersArePlayers(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	s.get("/v1/players/computer-5", "").is(http.StatusOK).has(`{"id":"computer-5","name":"Computer 5","kind":"computer","strength":5}`)
	s.get("/v1/players/computer-11", "").problem(rest.CodeNotFound)
	for _, name := range []string{"Computer 5", "COMPUTER 12", "컴퓨터"} {
		if p := s.post("/v1/guests", "", map[string]string{"name": name}).problem(rest.CodeBadRequest); p.Field != "name" {
			t.Errorf("%s: %+v", name, p)
		}
	}
	token, _ := s.auth.Issue(player.ComputerID(5), "Eve", "")
	s.get("/v1/me", token).problem(rest.CodeUnauthenticated)
	s.post("/v1/games", token, `{}`).problem(rest.CodeUnauthenticated)

	organizer, _ := s.auth.Issue("league", "League", auth.ScopeOrganise)
	if p := s.post("/v1/games", organizer, `{"players":{"cho":"computer-3","han":"`+s.guest("Ann").id+`"}}`).problem(rest.CodeBadRequest); p.Field != "players.cho" {
		t.Errorf("%+v", p)
	}
}

func TestAComputerIsAlwaysThere(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay, computers: computersWithRoom{5}})
	ann := s.guest("Ann")
	g := ann.create(`{"side":"han","opponent":{"type":"computer","strength":5},"start_fen":"4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1","time_control":{"type":"per_move","per_move_ms":600000}}`)
	s.advance(5 * time.Minute)
	ann.post("/v1/games/"+g.ID+"/claim-win", nil).problem(rest.CodeOpponentPresent)
	st := s.stream("/v1/games/"+g.ID+"/stream", ann.token)
	if frame, _ := st.next(); !strings.Contains(frame.text, `"presence":{"cho":{"away_since":null},"han":{"away_since":null}}`) {
		t.Errorf("%s", frame.text)
	}
}

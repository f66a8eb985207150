package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/players"
	"github.com/janggid/janggid/api/rest"
)

func TestAGuestPlaysAndRenewsItsToken(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	r := s.post("/v1/guests", "", `{"name":" 춘향 "}`).is(http.StatusCreated)
	r.has(`"name":"춘향"`, `"token_type":"Bearer","expires_in":2592000`)
	first := decoded[players.Token](r)
	again := decoded[players.Token](s.post("/v1/tokens", first.AccessToken, nil).is(http.StatusCreated))
	if again.Player != first.Player {
		t.Errorf("the fresh token is %v's, want %v's", again.Player, first.Player)
	}
	s.get("/v1/me", again.AccessToken).is(http.StatusOK).has(first.Player.ID, `"name":"춘향"`)
	s.get("/v1/players/"+first.Player.ID, "").is(http.StatusOK).has(`"name":"춘향"`)
}

func TestRefusedGuests(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	for name, body := range map[string]string{
		"no body":            "",
		"no name":            `{}`,
		"a blank name":       `{"name":"  "}`,
		"a number for name":  `{"name":1}`,
		"null for a name":    `{"name":null}`,
		"what is not JSON":   `{"name":`,
		"JSON of other kind": `["name"]`,
	} {
		t.Run(name, func(t *testing.T) {
			s.within(t).post("/v1/guests", "", body).is(http.StatusBadRequest).problem(rest.CodeBadRequest)
		})
	}
}

func TestNobodyIsNoPlayer(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	for _, request := range []string{"GET /v1/me", "POST /v1/tokens", "POST /v1/games"} {
		method, path, _ := strings.Cut(request, " ")
		r := s.do(method, path, "", nil).is(http.StatusUnauthorized)
		r.problem(rest.CodeUnauthenticated)
		if got := r.header.Get("WWW-Authenticate"); got != "Bearer" {
			t.Errorf("%s: WWW-Authenticate is %q", request, got)
		}
	}
	s.get("/v1/players/nobody", "").problem(rest.CodeNotFound)
}

func TestGuestsAreLimited(t *testing.T) {
	s := newTestServer(t, serverOptions{limited: true, start: someDay})
	for range limit.Guests.Burst {
		s.post("/v1/guests", "", `{"name":"Guest"}`).is(http.StatusCreated)
	}
	r := s.post("/v1/guests", "", `{"name":"Guest"}`)
	r.problem(rest.CodeRateLimited)
	if got := r.header.Get("Retry-After"); got != "1" {
		t.Errorf("Retry-After is %q, want 1", got)
	}
}

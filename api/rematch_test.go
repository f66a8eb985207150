package api

import (
	"net/http"
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestRematch(t *testing.T) {
	asked := func(m match) {
		turns("pass", "pass")(m)
		m.cho.post(m.path+"/rematch", `{"action":"offer"}`).is(http.StatusOK)
	}
	run(t, []scenario{
		{name: "offered", given: turns("pass", "pass"), as: "cho", request: "POST /rematch", body: `{"action":"offer"}`, status: 200, has: []string{`"rematch":"cho"`, `"rematch":null`}, then: []string{"RematchOffered"}},
		{name: "accepted", given: asked, as: "han", request: "POST /rematch", body: `{"action":"accept"}`, status: 200, then: []string{"GameRematched"}},
		{name: "declined", given: asked, as: "han", request: "POST /rematch", body: `{"action":"decline"}`, status: 200, then: []string{"RematchDeclined"}},
		{name: "accepted by the offerer", given: asked, as: "cho", request: "POST /rematch", body: `{"action":"accept"}`, status: 409, code: rest.CodeNoOffer},
		{name: "before the end", given: playing, as: "cho", request: "POST /rematch", body: `{"action":"offer"}`, status: 409, code: rest.CodeGameNotOver},
		{name: "no action", given: turns("pass", "pass"), as: "cho", request: "POST /rematch", status: 400, code: rest.CodeBadRequest},
		{name: "another action", given: turns("pass", "pass"), as: "cho", request: "POST /rematch", body: `{"action":"beg"}`, status: 400, code: rest.CodeBadRequest},
		{name: "by a stranger", given: asked, as: "stranger", request: "POST /rematch", body: `{"action":"accept"}`, status: 403, code: rest.CodeNotYourGame},
	})
}

func TestARematchIsAGameWithTheSidesSwapped(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started(`{"visibility":"private","time_control":{"type":"fischer","initial_ms":60000,"increment_ms":1000},"labels":{"league":"7"}}`)
	m.cho.post(m.path+"/resign", nil).is(http.StatusOK)
	m.cho.post(m.path+"/rematch", `{"action":"offer"}`).is(http.StatusOK)
	old := m.han.post(m.path+"/rematch", `{"action":"accept"}`).game()
	if old.Rematch == nil {
		t.Fatal("the old game does not lead to the next")
	}
	next := m.cho.get("/v1/games/" + *old.Rematch).is(http.StatusOK).game()
	if next.RematchOf == nil || *next.RematchOf != m.id || next.Players.Cho.ID != m.han.id || next.Players.Han.ID != m.cho.id {
		t.Errorf("the next game is %+v", next)
	}
	if next.Status != "setup" || next.Visibility != "private" || next.TimeControl != old.TimeControl || len(next.Labels) != 0 {
		t.Errorf("the next game is %+v", next)
	}
	s.get("/v1/games/"+*old.Rematch, "").problem(rest.CodeNotFound)
	// Agreed twice it is the same game.
	again := m.cho.post(m.path+"/rematch", `{"action":"offer"}`).game()
	if again.Rematch == nil || *again.Rematch != *old.Rematch || again.Revision != old.Revision {
		t.Errorf("the second agreement: %+v", again)
	}
}

// The agreement is stored before the game is opened. What a crash left undone is
// done when the request comes again.
func TestARematchThatACrashCutOffIsOpenedLater(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match("")
	turns("pass", "pass")(m)
	m.cho.post(m.path+"/rematch", `{"action":"offer"}`).is(http.StatusOK)
	next := s.acceptRematchOnly(m)
	s.get("/v1/games/"+next, "").problem(rest.CodeNotFound)
	m.han.post(m.path+"/rematch", `{"action":"accept"}`).is(http.StatusOK)
	s.get("/v1/games/"+next, "").is(http.StatusOK)
}

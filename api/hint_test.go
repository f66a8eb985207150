package api

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/analysis"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/domain/computer"
	"github.com/janggid/janggid/domain/engine"
)

func TestHint(t *testing.T) {
	run(t, []scenario{
		{
			name: "alone", create: `{"opponent":{"type":"self"}}`, given: aloneAndPlaying, as: "cho", request: "POST /hint", body: `{"ply":0}`,
			status: 200, has: []string{`"hint":{"move":"`, `"assisted":true`, `"ply":0`}, then: []string{"HintGiven"},
		},
		{name: "against people", given: playing, as: "cho", request: "POST /hint", status: 403, code: rest.CodeGameInProgress},
		{name: "by a spectator", given: playing, as: "stranger", request: "POST /hint", status: 403, code: rest.CodeNotYourGame},
		{name: "without a token", given: playing, request: "POST /hint", status: 401, code: rest.CodeUnauthenticated},
		{
			name: "for another ply", create: `{"opponent":{"type":"self"}}`, given: aloneAndPlaying, as: "cho", request: "POST /hint", body: `{"ply":3}`,
			status: 409, code: rest.CodeWrongPly,
		},
		{name: "before the start", create: `{"opponent":{"type":"self"}}`, given: func(match) {}, as: "cho", request: "POST /hint", status: 409, code: rest.CodeGameNotStarted},
		{name: "an unknown member", create: `{"opponent":{"type":"self"}}`, given: aloneAndPlaying, as: "cho", request: "POST /hint", body: `{"strength":3}`, status: 400, code: rest.CodeUnknownField},
	})
}

func TestAHintAgainstAComputerStandsUntilTheTurn(t *testing.T) {
	s := newTestServer(t, serverOptions{computers: computersWithRoom{5}})
	ann := s.guest("Ann")
	g := ann.create(`{"opponent":{"type":"computer","strength":5},"start_fen":"` + mateInTwo + `"}`)
	path := "/v1/games/" + g.ID
	ann.post(path+"/hint", nil).is(http.StatusOK).has(`"hint":{"move":"i2i10","text":"99차19장군"},"assisted":true`)
	s.get(path, "").is(http.StatusOK).has(`"hint":{"move":"i2i10"`)
	again := ann.post(path+"/hint", nil).is(http.StatusOK).game()
	if again.Revision != g.Revision+1 {
		t.Errorf("two hints at revision %d, the game began at %d", again.Revision, g.Revision)
	}
	r := ann.post(path+"/moves", `{"move":"i2i10"}`).is(http.StatusOK).has(`"assisted":true`)
	if strings.Contains(string(r.body), `"hint":`) {
		t.Errorf("the hint stands after the turn: %s", r.body)
	}
	ann.post(path+"/hint", nil).problem(rest.CodeNotYourTurn)
	ann.get(path+"/events").is(http.StatusOK).has(`"type":"HintGiven"`, `"search":{"engine":`)
}

func TestAHintNeedsTheEngine(t *testing.T) {
	busy := newTestServer(t, serverOptions{engine: engineFunc(func(context.Context, engine.Request) (engine.Report, error) {
		return engine.Report{}, computer.ErrBusy
	})})
	m := busy.solo()
	m.cho.post(m.path+"/hint", nil).problem(rest.CodeOverloaded)
	off := newTestServer(t, serverOptions{analysis: analysis.Finished})
	m = off.solo()
	m.cho.post(m.path+"/hint", nil).problem(rest.CodeAnalysisUnavailable)
}

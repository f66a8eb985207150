package api

import (
	"net/http"
	"testing"

	"github.com/janggid/janggid/api/rest"
)

// offered is a given: Cho has offered something after two turns.
func offered(path string) func(match) {
	return func(m match) {
		turns("a4b4", "a7b7")(m)
		m.cho.post(m.path+path, `{"action":"offer"}`).is(http.StatusOK)
	}
}

// drawish is a game whose rules know a draw.
const drawish = `{"ruleset":"traditional"}`

func TestTakeback(t *testing.T) {
	run(t, []scenario{
		{
			name: "offered", given: turns("a4b4", "a7b7"), as: "cho", request: "POST /takeback", body: `{"action":"offer","ply":2}`,
			status: 200, has: []string{`"offers":{"takeback":"cho","draw":null,"rematch":null}`, `"ply":2`}, then: []string{"TakebackOffered"},
		},
		{
			name: "accepted", given: offered("/takeback"), as: "han", request: "POST /takeback", body: `{"action":"accept"}`,
			status: 200, has: []string{`"offers":{"takeback":null`, `"ply":0`, `"moves":[]`, `"to_act":"cho"`}, then: []string{"TurnsTakenBack"},
		},
		{
			name: "declined", given: offered("/takeback"), as: "han", request: "POST /takeback", body: `{"action":"decline"}`,
			status: 200, has: []string{`"offers":{"takeback":null`, `"ply":2`}, then: []string{"TakebackDeclined"},
		},
		{
			name: "withdrawn by a turn", as: "han", request: "POST /takeback", body: `{"action":"accept"}`,
			given:  func(m match) { offered("/takeback")(m); m.play("b4a4") },
			status: 409, code: rest.CodeNoOffer,
		},
		{name: "of nothing", given: playing, as: "cho", request: "POST /takeback", body: `{"action":"offer"}`, status: 409, code: rest.CodeNothingToTakeBack},
		{name: "while the other side's offer is open", given: offered("/takeback"), as: "han", request: "POST /takeback", body: `{"action":"offer"}`, status: 409, code: rest.CodeOfferOpen},
		{
			name: "again before the next turn", as: "cho", request: "POST /takeback", body: `{"action":"offer"}`,
			given: func(m match) {
				offered("/takeback")(m)
				m.han.post(m.path+"/takeback", `{"action":"decline"}`).is(http.StatusOK)
			},
			status: 409, code: rest.CodeAlreadyOffered,
		},
		{name: "meant for another ply", given: turns("a4b4"), as: "cho", request: "POST /takeback", body: `{"action":"offer","ply":0}`, status: 409, code: rest.CodeWrongPly},
		{name: "no action", given: playing, as: "cho", request: "POST /takeback", body: `{}`, status: 400, code: rest.CodeBadRequest},
		{name: "another action", given: playing, as: "cho", request: "POST /takeback", body: `{"action":"withdraw"}`, status: 400, code: rest.CodeBadRequest},
		{name: "by a stranger", given: playing, as: "stranger", request: "POST /takeback", body: `{"action":"offer"}`, status: 403, code: rest.CodeNotYourGame},
		{
			name: "against oneself at once", create: `{"opponent":{"type":"self"}}`, given: turns("a4b4", "a7b7"), as: "cho", request: "POST /takeback", body: `{"action":"offer"}`,
			status: 200, has: []string{`"ply":1`, `"to_act":"han"`}, then: []string{"TakebackOffered", "TurnsTakenBack"},
		},
	})
}

func TestTheTurnsTakenBackAreHistory(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match("")
	offered("/takeback")(m)
	m.han.post(m.path+"/takeback", `{"action":"accept"}`).is(http.StatusOK)
	m.play("i4h4")
	s.get(m.path+"/turns", "").is(http.StatusOK).has(`"move":"i4h4"`).hasNot(`"move":"a4b4"`)
	s.get(m.path+"?ply=0", "").is(http.StatusOK).has(`"moves":[]`, `"revision":8`)
	s.get(m.path+"?ply=1", "").is(http.StatusOK).has(`"moves":["i4h4"]`)
	s.get(m.path+"?revision=7", "").is(http.StatusOK).has(`"moves":["a4b4","a7b7"]`, `"takeback":"cho"`)
	s.get(m.path+"?ply=2", "").problem(rest.CodeNotFound)
	s.get(m.path+"/record?format=uci", "").is(http.StatusOK).has("i4h4").hasNot("a4b4")
}

func TestDraw(t *testing.T) {
	agreed := []string{`"status":"ended"`, `"reason":"agreement","result":"draw","winner":null`, `"draw":null`}
	run(t, []scenario{
		{name: "offered", create: drawish, given: playing, as: "han", request: "POST /draw", body: `{"action":"offer"}`, status: 200, has: []string{`"draw":"han"`}, then: []string{"DrawOffered"}},
		{name: "accepted", create: drawish, given: offered("/draw"), as: "han", request: "POST /draw", body: `{"action":"accept"}`, status: 200, has: agreed, then: []string{"GameEnded"}},
		{name: "offered by both", create: drawish, given: offered("/draw"), as: "han", request: "POST /draw", body: `{"action":"offer"}`, status: 200, has: agreed, then: []string{"GameEnded"}},
		{name: "declined", create: drawish, given: offered("/draw"), as: "han", request: "POST /draw", body: `{"action":"decline"}`, status: 200, has: []string{`"draw":null`}, then: []string{"DrawDeclined"}},
		{name: "with a whole deom", create: `{"ruleset":{"deom":2}}`, given: playing, as: "cho", request: "POST /draw", body: `{"action":"offer"}`, status: 200, then: []string{"DrawOffered"}},
		{name: "where somebody always wins", given: playing, as: "cho", request: "POST /draw", body: `{"action":"offer"}`, status: 422, code: rest.CodeNoDraws},
		{name: "accepted by the offerer", create: drawish, given: offered("/draw"), as: "cho", request: "POST /draw", body: `{"action":"accept"}`, status: 409, code: rest.CodeNoOffer},
		{name: "before the start", create: drawish, as: "cho", request: "POST /draw", body: `{"action":"offer"}`, status: 409, code: rest.CodeGameNotStarted},
	})
}

func TestAddTime(t *testing.T) {
	run(t, []scenario{
		{
			name: "to the other side", create: `{"time_control":{"type":"fischer","initial_ms":60000,"increment_ms":0}}`, given: playing, as: "cho", request: "POST /add-time",
			status: 200, has: []string{`"cho":{"remaining_ms":60000},"han":{"remaining_ms":75000}`}, then: []string{"TimeAdded"},
		},
		{name: "without clocks", create: `{"time_control":{"type":"unlimited"}}`, given: playing, as: "cho", request: "POST /add-time", status: 422, code: rest.CodeNoClock},
		{name: "to a full clock", create: `{"time_control":{"type":"fischer","initial_ms":86400000,"increment_ms":0}}`, given: playing, as: "cho", request: "POST /add-time", status: 409, code: rest.CodeClockFull},
		{name: "before the start", as: "cho", request: "POST /add-time", status: 409, code: rest.CodeGameNotStarted},
	})
}

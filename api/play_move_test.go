package api

import (
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestPlayMove(t *testing.T) {
	run(t, []scenario{
		{
			name: "a move", given: playing, as: "cho", request: "POST /moves", body: `{"move":"a4b4"}`,
			status: 200, has: []string{`"ply":1`, `"moves":["a4b4"]`, `"last_move":"a4b4"`, `"turn":"han"`},
			then: []string{"MovePlayed"},
		},
		{
			name: "a move as the Korean record has it", given: playing, as: "cho", request: "POST /moves", body: `{"move":"79졸78","ply":0}`,
			status: 200, has: []string{`"last_move":"i4h4"`},
			then: []string{"MovePlayed"},
		},
		{
			name: "a pass", given: playing, as: "cho", request: "POST /moves", body: `{"move":"pass"}`,
			status: 200, has: []string{`"last_move":"pass"`},
			then: []string{"TurnPassed"},
		},
		{
			name: "the turn that ends the game", given: turns("pass"), as: "han", request: "POST /moves", body: `{"move":"pass"}`,
			status: 200, has: []string{
				`"status":"ended"`, `"to_act":null`, `"turn":null`, `"legal_moves":[]`,
				`"outcome":{"reason":"double_pass","result":"han","winner":"han","points":{"cho":72,"han":73.5},"evidence":[]}`,
			},
			then: []string{"TurnPassed", "GameEnded"},
		},
		{
			name: "an illegal move says why and where", given: playing, as: "cho", request: "POST /moves", body: `{"move":"b1d2"}`,
			status: 422, code: rest.CodeIllegalMove, has: []string{`"reason":"leg_blocked"`, `"at":"c1"`},
		},
		{
			name: "the other side's turn", given: playing, as: "han", request: "POST /moves", body: `{"move":"a7a6"}`,
			status: 409, code: rest.CodeNotYourTurn, has: []string{`"game":{`, `"turn":"cho"`},
		},
		{
			name: "a turn meant for another moment", given: playing, as: "cho", request: "POST /moves", body: `{"move":"a4b4","ply":2}`,
			status: 409, code: rest.CodeWrongPly,
		},
		{
			name: "before the start", as: "cho", request: "POST /moves", body: `{"move":"a4b4"}`,
			status: 409, code: rest.CodeGameNotStarted,
		},
		{
			name: "a stranger", given: playing, as: "stranger", request: "POST /moves", body: `{"move":"a4b4"}`,
			status: 403, code: rest.CodeNotYourGame,
		},
		{
			name: "nobody", given: playing, request: "POST /moves", body: `{"move":"a4b4"}`,
			status: 401, code: rest.CodeUnauthenticated,
		},
		{
			name: "no move", given: playing, as: "cho", request: "POST /moves",
			status: 400, code: rest.CodeBadRequest, has: []string{`"field":"move"`},
		},
		{
			name: "a field that does not exist", given: playing, as: "cho", request: "POST /moves", body: `{"move":"a4b4","Ply":0}`,
			status: 400, code: rest.CodeUnknownField, has: []string{`"field":"Ply"`},
		},
		{
			name: "a body that is not JSON", given: playing, as: "cho", request: "POST /moves", body: "move=a4b4",
			header: []string{"Content-Type", "application/x-www-form-urlencoded"},
			status: 415, code: rest.CodeUnsupportedMediaType,
		},
		{
			name: "a revision that has passed", given: playing, as: "cho", request: "POST /moves", body: `{"move":"a4b4"}`,
			header: []string{"If-Match", `"1"`},
			status: 412, code: rest.CodeStaleRevision, has: []string{`"game":{`},
		},
		{
			name: "no body asked for", given: playing, as: "cho", request: "POST /moves", body: `{"move":"a4b4"}`,
			header: []string{"Prefer", "return=minimal"},
			status: 204,
			then:   []string{"MovePlayed"},
		},
	})
}

func TestARepeatedCommandIsAnsweredAsTheFirstTime(t *testing.T) {
	m := newTestServer(t, serverOptions{}).started("")
	first := m.cho.post(m.path+"/moves", `{"move":"a4b4"}`, "Idempotency-Key", "one").is(200)
	m.play("a7b7")
	again := m.cho.post(m.path+"/moves", `{"move":"a4b4"}`, "Idempotency-Key", "one").is(200)
	if string(again.body) != string(first.body) || again.header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("the answer was\n%s\nand then\n%s", first.body, again.body)
	}
	m.cho.post(m.path+"/moves", `{"move":"c4c5"}`, "Idempotency-Key", "one").problem(rest.CodeIdempotencyMismatch)
	if g := m.game(); g.Ply != 2 {
		t.Errorf("%d turns are made, want 2", g.Ply)
	}
}

package api

import (
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestChooseSetup(t *testing.T) {
	hanChose := func(m match) { m.han.post(m.path+"/setup", `{"setup":"EHEH"}`).is(200) }
	run(t, []scenario{
		{
			name: "Han first", as: "han", request: "POST /setup", body: `{"setup":"EHHE"}`,
			status: 200, has: []string{`"status":"setup"`, `"setups":{"cho":null,"han":"EHHE"}`, `"to_act":"cho"`, `"turn":null`, `"fen":null`},
			then: []string{"SetupChosen"},
		},
		{
			name: "the second choice starts the game", given: hanChose, as: "cho", request: "POST /setup", body: `{"setup":"HEHE"}`,
			status: 200, has: []string{`"status":"playing"`, `"turn":"cho"`, `"fen":"r`},
			then: []string{"SetupChosen", "GameStarted"},
		},
		{
			name: "both sides by one player", create: `{"opponent":{"type":"self"}}`, as: "cho", request: "POST /setup", body: `{"setup":"HEHE","side":"han"}`,
			status: 200, has: []string{`"han":"HEHE"`},
			then: []string{"SetupChosen"},
		},
		{
			name: "Cho before Han", as: "cho", request: "POST /setup", body: `{"setup":"HEHE"}`,
			status: 409, code: rest.CodeSetupNotDue,
		},
		{
			name: "twice", given: hanChose, as: "han", request: "POST /setup", body: `{"setup":"HEHE"}`,
			status: 409, code: rest.CodeSetupAlreadyChosen,
		},
		{
			name: "in Korean", as: "han", request: "POST /setup", body: `{"setup":"상마상마"}`,
			status: 200, has: []string{`"setups":{"cho":null,"han":"EHEH"}`},
			then: []string{"SetupChosen"},
		},
		{
			name: "no such setup", as: "han", request: "POST /setup", body: `{"setup":"HHEE"}`,
			status: 422, code: rest.CodeInvalidSetup,
		},
	})
}

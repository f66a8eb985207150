package api

import (
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestPass(t *testing.T) {
	run(t, []scenario{
		{
			name: "a pass", given: playing, as: "cho", request: "POST /pass",
			status: 200, has: []string{`"last_move":"pass"`, `"ply":1`},
			then: []string{"TurnPassed"},
		},
		{
			name: "in check", create: `{"start_fen":"4k4/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1"}`, as: "cho", request: "POST /pass", body: `{"ply":0}`,
			status: 422, code: rest.CodePassInCheck,
		},
		{
			name: "the other side's turn", given: playing, as: "han", request: "POST /pass",
			status: 409, code: rest.CodeNotYourTurn,
		},
	})
}

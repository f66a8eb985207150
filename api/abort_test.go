package api

import (
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestAbort(t *testing.T) {
	run(t, []scenario{
		{
			name: "before the start", as: "han", request: "POST /abort",
			status: 200, has: []string{`"status":"ended"`, `"outcome":{"reason":"aborted","result":"none","winner":null,"points":null,"evidence":[]}`},
			then: []string{"GameEnded"},
		},
		{
			name: "after one turn", given: turns("a4b4"), as: "cho", request: "POST /abort", body: `{"ply":1}`,
			status: 200, has: []string{`"reason":"aborted"`},
			then: []string{"GameEnded"},
		},
		{
			name: "after two turns", given: turns("a4b4", "pass"), as: "cho", request: "POST /abort",
			status: 409, code: rest.CodeTooLateToAbort,
		},
	})
}

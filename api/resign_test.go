package api

import (
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestResign(t *testing.T) {
	run(t, []scenario{
		{
			name: "in the other side's turn", given: playing, as: "han", request: "POST /resign",
			status: 200, has: []string{`"status":"ended"`, `"reason":"resignation","result":"cho","winner":"cho"`},
			then: []string{"PlayerResigned", "GameEnded"},
		},
		{
			name: "before the start", as: "cho", request: "POST /resign",
			status: 409, code: rest.CodeGameNotStarted,
		},
		{
			name: "after the end", given: turns("pass", "pass"), as: "cho", request: "POST /resign", body: `{}`,
			status: 409, code: rest.CodeGameOver, has: []string{`"reason":"double_pass"`},
		},
	})
}

package api

import (
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestLegalMoves(t *testing.T) {
	run(t, []scenario{
		{
			name: "of one piece", given: playing, request: "GET /legal-moves?from=a4",
			status: 200, has: []string{
				`{"ply":0,"turn":"cho","moves":[{"move":"a4b4","from":"a4","to":"b4","piece":"soldier","captures":null,"gives_check":false,"makes_facing":false,"occurrence":1},`,
			},
		},
		{
			name: "a pass has no points", given: playing, request: "GET /legal-moves",
			status: 200, has: []string{`{"move":"pass","from":null,"to":null,"piece":null,"captures":null,`},
		},
		{
			name: "answers to a check", create: `{"start_fen":"3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1"}`, request: "GET /legal-moves",
			status: 200, has: []string{`"captures":"chariot"`, `"answers":["general_moves","captures"]`},
		},
		{
			name: "none before the start", request: "GET /legal-moves",
			status: 200, has: []string{`{"ply":0,"turn":null,"moves":[]}`},
		},
		{
			name: "of what is no point", given: playing, request: "GET /legal-moves?from=j1",
			status: 400, code: rest.CodeBadRequest, has: []string{`"field":"from"`},
		},
	})
}

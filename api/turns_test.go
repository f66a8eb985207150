package api

import "testing"

func TestTurns(t *testing.T) {
	run(t, []scenario{
		{
			name: "moves and passes", given: turns("a4b4", "pass"), request: "GET /turns",
			status: 200, has: []string{
				`[{"ply":1,"side":"cho","move":"a4b4","text":"71졸72","captured":null,"check":false,"occurrence":1,"at":"`,
				`{"ply":2,"side":"han","move":"pass","text":`, `"remaining_ms":90000}]`,
			},
		},
		{
			name: "none before the start", request: "GET /turns",
			status: 200, has: []string{"[]"},
		},
		{
			name: "without a limit of time", create: `{"time_control":{"type":"unlimited"}}`, given: turns("pass"), request: "GET /turns",
			status: 200, has: []string{`"remaining_ms":null`},
		},
	})
}

package api

import (
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestGetGame(t *testing.T) {
	run(t, []scenario{
		{
			name: "now", given: turns("a4b4", "a7b7"), request: "GET ",
			status: 200, has: []string{`"revision":6`, `"room_code":null`, `"moves":["a4b4","a7b7"]`, `"clocks":{"running":"cho","deadline":"`},
		},
		{
			name: "at a ply", given: turns("a4b4", "a7b7"), request: "GET ?ply=1",
			status: 200, has: []string{`"revision":5`, `"moves":["a4b4"]`, `"turn":"han"`},
		},
		{
			name: "at the last ply, which shows the end", given: turns("pass", "pass"), request: "GET ?ply=2",
			status: 200, has: []string{`"status":"ended"`},
		},
		{
			name: "at a revision", given: turns("pass", "pass"), request: "GET ?revision=6",
			status: 200, has: []string{`"status":"playing"`, `"ply":2`},
		},
		{
			name: "at a ply that never was", given: turns("pass"), request: "GET ?ply=2",
			status: 404, code: rest.CodeNotFound,
		},
		{
			name: "at two moments", request: "GET ?ply=0&revision=0",
			status: 400, code: rest.CodeBadRequest,
		},
		{
			name: "a private game, for a stranger", create: `{"visibility":"private"}`, as: "stranger", request: "GET ",
			given:  func(m match) { playing(m) },
			status: 404, code: rest.CodeNotFound,
		},
		{
			name: "a token that is none", as: "", request: "GET ", header: []string{"Authorization", "Bearer x"},
			status: 401, code: rest.CodeUnauthenticated,
		},
	})
}

func TestAGameIsRevalidatedByItsETag(t *testing.T) {
	m := newTestServer(t, serverOptions{}).started("")
	etag := m.cho.get(m.path).is(200).header.Get("ETag")
	m.cho.get(m.path, "If-None-Match", etag).is(304)
	m.play("a4b4")
	m.cho.get(m.path, "If-None-Match", etag).is(200)
	m.cho.get(m.path+"?ply=0", "If-None-Match", etag).is(304)
}

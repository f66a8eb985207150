package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestAProblemSaysWhatWasNotFound(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started("")
	private := m.cho.create(`{"visibility":"private"}`)
	for path, part := range map[string]string{
		"/v1/games/nothing":                               "no game",
		"/v1/games/" + private.ID:                         "no game",
		"/v1/games/nothing/turns":                         "no game",
		"/v1/games/nothing/stream":                        "no game",
		"/v1/players/nobody":                              "no player",
		"/v1/rooms/AAAAAA":                                "room code",
		"/v1/rooms/0":                                     "room code",
		m.path + "?ply=99":                                "no ply 99: 0 turns",
		m.path + "?revision=99":                           "no revision 99: its last is 4",
		m.path + "/board.svg?ply=99":                      "no ply 99",
		"/v1/quick-play/01a22dfc-e680-717e-8486-2ad2e0c9": "quick-play request",
		"/v1/nothing":                                     "no such path",
		m.path + "/proof":                                 "when it is over",
	} {
		p := s.get(path, m.han.token).problem(rest.CodeNotFound)
		if !strings.Contains(p.Detail, part) || p.Detail == p.Title {
			t.Errorf("%s: %q, want %q in it", path, p.Detail, part)
		}
	}
	// A private game is not told from one that does not exist.
	hidden := s.get("/v1/games/"+private.ID, m.han.token).problem(rest.CodeNotFound)
	if missing := s.get("/v1/games/nothing", m.han.token).problem(rest.CodeNotFound); hidden.Detail != missing.Detail {
		t.Errorf("%q and %q", hidden.Detail, missing.Detail)
	}
}

func TestWrongPlySaysWhereTheGameIs(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started("")
	m.play("a4b4")
	p := m.han.post(m.path+"/moves", `{"move":"a7b7","ply":5}`).problem(rest.CodeWrongPly)
	if p.Ply == nil || *p.Ply != 1 || !strings.Contains(p.Detail, "at ply 1") {
		t.Errorf("ply %v, detail %q", p.Ply, p.Detail)
	}
}

func TestAProblemNamesTheField(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started("")
	wrong := "9/9/9/9/9/9/9/9/9/9 w - - 0 1"
	tests := []struct{ path, body, field string }{
		{"/v1/games", `{"time_control":{"type":"blitz"}}`, "time_control.type"},
		{"/v1/games", `{"time_control":{"type":"fischer","initial_ms":1,"increment_ms":0}}`, "time_control.initial_ms"},
		{"/v1/games", `{"time_control":{"type":"per_move","per_move_ms":2.0}}`, "time_control.per_move_ms"},
		{"/v1/games", `{"setup_ms":1}`, "setup_ms"},
		{"/v1/games", `{"ruleset":"chess"}`, "ruleset.preset"},
		{"/v1/games", `{"ruleset":{"preset":"chess"}}`, "ruleset.preset"},
		{"/v1/games", `{"ruleset":{"bikjang":"perhaps"}}`, "ruleset.bikjang"},
		{"/v1/games", `{"ruleset":{"turn_limit":2.0}}`, "ruleset.turn_limit"},
		{"/v1/games", `{"ruleset":{"turn_limit":3}}`, "ruleset.turn_limit"},
		{"/v1/games", `{"ruleset":{"low_material":1e1}}`, "ruleset.low_material"},
		{"/v1/games", `{"ruleset":{"no_capture_limit":0}}`, "ruleset.no_capture_limit"},
		{"/v1/games", `{"ruleset":{"deom":0.25}}`, "ruleset.deom"},
		{"/v1/games", `{"start_fen":"x"}`, "start_fen"},
		{"/v1/games", `{"start_fen":""}`, "start_fen"},
		{"/v1/quick-play", `{"time_control":{"type":"blitz"}}`, "time_control.type"},
		{"/v1/quick-play", `{"ruleset":{"turn_limit":2.5}}`, "ruleset.turn_limit"},
		{"/v1/positions", `{"fen":"` + wrong + `"}`, "fen"},
		{"/v1/positions", `{"setups":{"cho":"HEEH","han":"HHHH"}}`, "setups.han"},
		{"/v1/positions", `{"ruleset":{"turn_limit":2.0}}`, "ruleset.turn_limit"},
		{m.path + "/moves", `{"move":"a4b4","ply":-1}`, "ply"},
		{m.path + "/moves", `{"ply":-1,"move":"a4b4"}`, "ply"},
		{m.path + "/pass", `{"ply":-1}`, "ply"},
		{m.path + "/resign", `{"ply":-1}`, "ply"},
		{m.path + "/abort", `{"ply":-1}`, "ply"},
		{m.path + "/takeback", `{"action":"offer","ply":-1}`, "ply"},
		{m.path + "/draw", `{"action":"offer","ply":-1}`, "ply"},
		{m.path + "/add-time", `{"ply":-1}`, "ply"},
		{m.path + "/claim-win", `{"ply":-1}`, "ply"},
		{m.path + "/setup", `{"setup":"HHHH"}`, "setup"},
	}
	for _, tt := range tests {
		r := m.cho.post(tt.path, tt.body)
		p := decoded[rest.Problem](r)
		if r.status != http.StatusBadRequest && r.status != http.StatusUnprocessableEntity || p.Field != tt.field {
			t.Errorf("%s %s: status %d, field %q, want %q\n%s", tt.path, tt.body, r.status, p.Field, tt.field, r.body)
		}
	}
	for _, path := range []string{"/v1/explorer", "/v1/board.svg"} {
		if p := s.get(path+"?fen="+url.QueryEscape(wrong), "").problem(rest.CodeInvalidPosition); p.Field != "fen" {
			t.Errorf("%s: field %q", path, p.Field)
		}
	}
}

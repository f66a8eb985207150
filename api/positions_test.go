package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/rules"
)

func TestJudgePosition(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	for _, c := range []struct {
		name   string
		body   string
		status int
		has    []string
	}{
		{"the usual start", ``, 200, []string{`"fen":"rnba1abnr/`, `"ply":0,"turn":"cho"`, `"points":{"cho":72,"han":73.5},"material":{"cho":72,"han":72},"outcome":null`}},
		{"moves from setups", `{"setups":{"cho":"HEHE","han":"EHHE"},"moves":["a4b4","pass"]}`, 200, []string{`"ply":2,"turn":"cho"`}},
		{"setups in Korean, each from its own left", `{"setups":{"cho":"마상상마","han":"상마상마"}}`, 200, []string{`"fen":"rnba1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w`}},
		{"two passes that mean nothing", `{"ruleset":"record","moves":["pass","pass","a4b4"]}`, 200, []string{`"ply":3,"turn":"han"`, `"outcome":null`}},
		{"a mate", `{"fen":"4k4/9/9/9/9/9/9/4p4/4r4/r3K4 w - - 0 1"}`, 200, []string{`"turn":null`, `"legal_moves":[]`, `"reason":"checkmate","result":"han"`}},
		{"an illegal move", `{"moves":["a4b4","b1c3"]}`, 422, []string{`"code":"illegal_move"`, `"reason":"not_your_piece","at":"b1","ply":1`}},
		{"moves after the end", `{"moves":["pass","pass","a4b4"]}`, 422, []string{`"code":"moves_after_end"`, `"ply":2,"outcome":{"reason":"double_pass"`}},
		{"a pass in check", `{"fen":"3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1","moves":["pass"]}`, 422, []string{`"code":"pass_in_check"`, `"ply":0`}},
		{"two starts", `{"fen":"4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1","setups":{"cho":"HEHE","han":"HEHE"}}`, 400, []string{`"field":"fen"`}},
		{"a position that cannot be", `{"fen":"9/9/9/9/9/9/9/9/9/9 w - - 0 1"}`, 422, []string{`"code":"invalid_position"`}},
		{"no such setup", `{"setups":{"cho":"HHEE","han":"HEHE"}}`, 422, []string{`"code":"invalid_setup"`}},
		{"too many moves", `{"moves":[` + strings.Repeat(`"pass",`, 1000) + `"pass"]}`, 400, []string{`"field":"moves"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.within(t).post("/v1/positions", "", c.body).is(c.status).has(c.has...)
		})
	}
}

func TestRulesets(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	v := decoded[rules.Rulesets](s.get("/v1/rulesets", "").is(http.StatusOK))
	if len(v.Rulesets) == 0 || v.Rulesets[0].Name != "standard" {
		t.Errorf("the rulesets are %v, want standard first", v.Rulesets)
	}
}

func TestEveryRulesetSaysWhatTwoPassesMean(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	answer := s.get("/v1/rulesets", "").is(http.StatusOK)
	answer.has(`"name":"standard"`, `"double_pass":"ends"`, `"double_pass":"off"`)
	game := s.guest("ann").post("/v1/games", `{"ruleset":{"preset":"standard","double_pass":"off"}}`).is(http.StatusCreated)
	game.has(`"preset":"standard"`, `"double_pass":"off"`)
}

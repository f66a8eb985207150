package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/rest"
)

func TestCreateGame(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	cho := s.guest("Cho")
	for _, c := range []struct {
		name string
		body string
		has  []string
	}{
		{"all defaults", `{}`, []string{
			`"status":"waiting"`, `"revision":0`, `"ruleset":{"preset":"standard","bikjang":"off",`, `"turn_limit":400`, `"deom":1.5,"double_pass":"ends"}`,
			`"setup_ms":90000`, `"start_fen":null`, `"visibility":"public"`, `"labels":{}`, `"han":null`, `"to_act":null`, `"fen":null`,
			`"clocks":{"running":null,"deadline":null,"cho":{"remaining_ms":90000},"han":{"remaining_ms":90000}}`, `"outcome":null`,
		}},
		{"a preset with an option changed", `{"ruleset":{"preset":"online","turn_limit":200}}`, []string{
			`{"preset":"online","bikjang":"answer","settle":"points","repetition":"ends","perpetual_check":"loses","low_material":null,"turn_limit":200,`,
		}},
		{"fischer", `{"time_control":{"type":"fischer","initial_ms":600000,"increment_ms":5000}}`, []string{`"remaining_ms":600000`}},
		{"byo-yomi", `{"time_control":{"type":"byoyomi","main_ms":0,"periods":3,"period_ms":30000}}`, []string{
			`"period_deadline":null`, `{"remaining_ms":0,"periods_left":3}`,
		}},
		{"without a limit of time", `{"time_control":{"type":"unlimited"}}`, []string{`"setup_ms":null`, `{"remaining_ms":null}`}},
		{"the other side", `{"side":"han"}`, []string{`"players":{"cho":null,"han":{`}},
		{"against oneself", `{"opponent":{"type":"self"}}`, []string{`"status":"setup"`, `"to_act":"han"`}},
		{"a start of one's own, against oneself", `{"opponent":{"type":"self"},"start_fen":"4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1"}`, []string{
			`"status":"playing"`, `"fen":"4k4/`, `"setups":{"cho":null,"han":null}`,
		}},
		{"labels", `{"labels":{"league":"봄","round":"1"},"visibility":"unlisted"}`, []string{`"league":"봄"`, `"visibility":"unlisted"`}},
		{"null is as if it were left out", `{"ruleset":null,"start_fen":null,"time_control":null,"opponent":null}`, []string{`"preset":"standard"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := cho.on(s.within(t)).post("/v1/games", c.body).is(http.StatusCreated).has(c.has...)
			if got, want := r.header.Get("Location"), "/v1/games/"+r.game().ID; got != want {
				t.Errorf("Location is %s, want %s", got, want)
			}
			if !strings.HasPrefix(r.header.Get("ETag"), `"`) {
				t.Errorf("ETag is %s", r.header.Get("ETag"))
			}
		})
	}
}

func TestRefusedCreations(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	cho := s.guest("Cho")
	for _, c := range []struct {
		name  string
		body  string
		code  rest.Code
		field string
	}{
		{"no such preset", `{"ruleset":"blitz"}`, rest.CodeInvalidRuleset, "ruleset.preset"},
		{"no such option", `{"ruleset":{"bikjang":"maybe"}}`, rest.CodeInvalidRuleset, "ruleset.bikjang"},
		{"an option that does not exist", `{"ruleset":{"Bikjang":"off"}}`, rest.CodeUnknownField, "ruleset.Bikjang"},
		{"too short a time", `{"time_control":{"type":"per_move","per_move_ms":999}}`, rest.CodeInvalidTimeControl, "time_control.per_move_ms"},
		{"no such time control", `{"time_control":{"type":"sundial"}}`, rest.CodeInvalidTimeControl, "time_control.type"},
		{"no such side", `{"side":"white"}`, rest.CodeBadRequest, "side"},
		{"no such visibility", `{"visibility":"hidden"}`, rest.CodeBadRequest, "visibility"},
		{"a label without a text", `{"labels":{"league":""}}`, rest.CodeBadRequest, "labels.league"},
		{"a computer", `{"opponent":{"type":"computer","level":"beginner"}}`, rest.CodeComputerUnavailable, ""},
		{"no such opponent", `{"opponent":{"type":"robot"}}`, rest.CodeBadRequest, "opponent.type"},
		{"no such level", `{"opponent":{"type":"computer","level":"expert"}}`, rest.CodeBadRequest, "opponent.level"},
		{"no such strength", `{"opponent":{"type":"computer","strength":11}}`, rest.CodeBadRequest, "opponent.strength"},
		{"no strength", `{"opponent":{"type":"computer","strength":0}}`, rest.CodeBadRequest, "opponent.strength"},
		{"neither level nor strength", `{"opponent":{"type":"computer"}}`, rest.CodeBadRequest, "opponent.strength"},
		{"level and strength", `{"opponent":{"type":"computer","level":"beginner","strength":2}}`, rest.CodeBadRequest, "opponent.strength"},
		{"a strength that is no number", `{"opponent":{"type":"computer","strength":"5"}}`, rest.CodeBadRequest, "opponent.strength"},
		{"a negative seed", `{"opponent":{"type":"computer","strength":5,"seed":-1}}`, rest.CodeBadRequest, "opponent.seed"},
		{"a seed that a JSON number cannot hold", `{"opponent":{"type":"computer","strength":5,"seed":9007199254740992}}`, rest.CodeBadRequest, "opponent.seed"},
		{"one computer on both sides", `{"opponent":{"type":"computers","strength":5}}`, rest.CodeBadRequest, "opponent.type"},
		{"two computers on one side", `{"opponent":{"type":"computer","cho":{"strength":5},"han":{"strength":5}}}`, rest.CodeBadRequest, "opponent.type"},
		{"computers on one side only", `{"opponent":{"type":"computers","cho":{"strength":5}}}`, rest.CodeBadRequest, "opponent.han"},
		{"no such level of one computer", `{"opponent":{"type":"computers","cho":{"level":"x"},"han":{"strength":5}}}`, rest.CodeBadRequest, "opponent.cho.level"},
		{"an unknown field of a computer", `{"opponent":{"type":"computers","cho":{"skill":3},"han":{"strength":5}}}`, rest.CodeUnknownField, "opponent.cho.skill"},
		{"the side of nobody", `{"side":"han","opponent":{"type":"computers","cho":{"strength":5},"han":{"strength":5}}}`, rest.CodeBadRequest, "side"},
		{"a level of a person", `{"opponent":{"type":"human","level":"beginner"}}`, rest.CodeBadRequest, "opponent.level"},
		{"a seed of a person", `{"opponent":{"type":"self","seed":1}}`, rest.CodeBadRequest, "opponent.seed"},
		{"a position without generals", `{"start_fen":"9/9/9/9/9/9/9/9/9/9 w - - 0 1"}`, rest.CodeInvalidPosition, "start_fen"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if p := cho.on(s.within(t)).post("/v1/games", c.body).problem(c.code); p.Field != c.field {
				t.Errorf("field is %q, want %q", p.Field, c.field)
			}
		})
	}
}

func TestARepeatedCreationMakesOneGame(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	cho := s.guest("Cho")
	first := cho.post("/v1/games", `{}`, "Idempotency-Key", "one").is(http.StatusCreated)
	again := cho.post("/v1/games", `{}`, "Idempotency-Key", "one").is(http.StatusCreated)
	if first.game().ID != again.game().ID || again.header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("two creations under one key made %s and %s", first.body, again.body)
	}
	cho.post("/v1/games", `{"side":"han"}`, "Idempotency-Key", "one").problem(rest.CodeIdempotencyMismatch)
}

func TestAGameYetToBeHasNoRevision(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	for _, tag := range []string{`"0"`, `"0-digest"`, "*", `"1", *`} {
		s.guest("Cho").post("/v1/games", nil, "If-Match", tag).is(http.StatusPreconditionFailed).problem(rest.CodeStaleRevision)
	}
}

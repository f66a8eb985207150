package api

import (
	"net/http"
	"strings"
	"testing"
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
		code  Code
		field string
	}{
		{"no such preset", `{"ruleset":"blitz"}`, CodeInvalidRuleset, "ruleset.preset"},
		{"no such option", `{"ruleset":{"bikjang":"maybe"}}`, CodeInvalidRuleset, "ruleset.bikjang"},
		{"an option that does not exist", `{"ruleset":{"Bikjang":"off"}}`, CodeUnknownField, "ruleset.Bikjang"},
		{"too short a time", `{"time_control":{"type":"per_move","per_move_ms":999}}`, CodeInvalidTimeControl, "time_control.per_move_ms"},
		{"no such time control", `{"time_control":{"type":"sundial"}}`, CodeInvalidTimeControl, "time_control.type"},
		{"no such side", `{"side":"white"}`, CodeBadRequest, "side"},
		{"no such visibility", `{"visibility":"hidden"}`, CodeBadRequest, "visibility"},
		{"a label without a text", `{"labels":{"league":""}}`, CodeBadRequest, "labels.league"},
		{"a computer", `{"opponent":{"type":"computer","level":"beginner"}}`, CodeComputerUnavailable, ""},
		{"a position without generals", `{"start_fen":"9/9/9/9/9/9/9/9/9/9 w - - 0 1"}`, CodeInvalidPosition, "start_fen"},
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
	cho.post("/v1/games", `{"side":"han"}`, "Idempotency-Key", "one").problem(CodeIdempotencyMismatch)
}

func TestAGameYetToBeHasNoRevision(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	for _, tag := range []string{`"0"`, `"0-digest"`, "*", `"1", *`} {
		s.guest("Cho").post("/v1/games", nil, "If-Match", tag).is(http.StatusPreconditionFailed).problem(CodeStaleRevision)
	}
}

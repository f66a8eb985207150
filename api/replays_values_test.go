package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/rules"
)

// What is no object says nothing, and so proves nothing.
func TestAHistoryIsMadeOfObjects(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.repeated()
	for _, value := range []string{"null", "[]", `"x"`, "1", "true", m.history() + "null"} {
		r := s.post("/v1/replays?game_id="+m.id, "", value)
		if p := r.problem(rest.CodeBadRequest); p.Detail == "" {
			t.Errorf("%s: %s", value, r.body)
		}
	}
}

// What was agreed on is nobody's to judge, but it has to be something that can be
// agreed on.
func TestAHistoryHasNoWordsThatThereAreNot(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.repeated()
	good := m.history()
	tests := []struct{ name, old, new, field, computed string }{
		{"an opponent that there is not", `"opponent":"human"`, `"opponent":"humanx"`, "data.opponent", "human self"},
		{"an opponent of records alone", `"opponent":"human"`, `"opponent":"record"`, "data.opponent", "human self"},
		{"a preset that there is not", `"preset":"standard"`, `"preset":"standardx"`, "data.ruleset", "standardx"},
		{"a kind of player that there is not", `"kind":"human"`, `"kind":"humanx"`, "data.seats", "humanx"},
		{"a player of whom a record tells", `"kind":"human"`, `"kind":"recorded"`, "data.seats", "recorded"},
		{"a visibility that there is not", `"visibility":"public"`, `"visibility":"publicx"`, "data.visibility", "unlisted"},
		{"a kind of player who joins", `"player":{"id":"` + m.han.id + `","kind":"human"}`, `"player":{"id":"` + m.han.id + `","kind":"humanx"}`, "data.player", "humanx"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := strings.Replace(good, tt.old, tt.new, 1)
			if bad == good {
				t.Fatalf("there is no %s in the history", tt.old)
			}
			v := decoded[rules.Replay](s.post("/v1/replays", "", bad).is(http.StatusOK))
			if v.Valid || v.Fault == nil || v.Fault.Field != tt.field || !strings.Contains(v.Fault.Computed, tt.computed) {
				t.Errorf("valid %v, fault %+v; want %s to be %s", v.Valid, v.Fault, tt.field, tt.computed)
			}
		})
	}
}

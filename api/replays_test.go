package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/games"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/rules"
	"github.com/janggid/janggid/domain/game"
)

// repeated is a game that a third occurrence ended under the preset standard.
func (s *testServer) repeated() match {
	m := s.started("")
	m.play("a1a2", "a10a9", "a2a1", "a9a10", "a1a2", "a10a9", "a2a1", "a9a10")
	return m
}

// history is the game's events as one page, which is what replays take.
func (m match) history() string {
	m.t.Helper()
	return string(m.cho.get(m.path + "/events?limit=1000").is(http.StatusOK).body)
}

func TestAHistoryHandedOutIsFoundGood(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.repeated()
	g := m.game()
	lines := s.get(m.path+"/events", "", "Accept", rest.MimeNDJSON).is(http.StatusOK).body
	half := s.get(m.path+"/events?limit=6", "").is(http.StatusOK).body
	others := s.get(m.path+"/events?from=6", "").is(http.StatusOK).body
	for name, r := range map[string]response{
		"a page":    s.post("/v1/replays", "", m.history()),
		"two pages": s.post("/v1/replays", "", append(half, others...)),
		"lines":     s.post("/v1/replays?game_id="+m.id, "", lines, "Content-Type", rest.MimeNDJSON),
	} {
		v := decoded[rules.Replay](r.is(http.StatusOK))
		if !v.Valid || v.Fault != nil || *v.Revision != g.Revision {
			t.Errorf("%s: %s", name, r.body)
			continue
		}
		if v.Game.FEN == nil || *v.Game.FEN != *g.FEN || v.Game.Outcome.Reason != g.Outcome.Reason || len(v.Game.Moves) != len(g.Moves) {
			t.Errorf("%s: another game: %s", name, r.body)
		}
		if v.Game.RoomCode != nil || v.Game.Players.Cho.Name != "" {
			t.Errorf("%s: tells what no event does: %s", name, r.body)
		}
		if proven := v.Proof != nil && *v.Proof == rules.ProofValid; proven != (name != "lines") {
			t.Errorf("%s: proof %v", name, v.Proof)
		}
	}
}

func TestAHistoryThatCannotBeIsFoundOut(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.repeated()
	good := m.history()
	tests := []struct {
		name, old, new string
		field          string
		computed       string
	}{
		{"an illegal move", `"move":"a1a2"`, `"move":"a1a9"`, "data.move", "path_blocked"},
		{"a check that is none", `"check":false`, `"check":true`, "data.check", "false"},
		{"another winner", `"winner":"han"`, `"winner":"cho"`, "data.winner", `"han"`},
		{"a setup that somebody else chose", `"setup":"HEEH"`, `"setup":"EHHE"`, "metadata.prev", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := strings.Replace(good, tt.old, tt.new, 1)
			if bad == good {
				t.Fatalf("there is no %s in the history", tt.old)
			}
			v := decoded[rules.Replay](s.post("/v1/replays", "", bad).is(http.StatusOK))
			if v.Valid || v.Fault == nil {
				t.Fatal("it is found good")
			}
			if v.Fault.Field != tt.field || !strings.Contains(v.Fault.Computed, tt.computed) {
				t.Errorf("%+v, want %s to be %s", *v.Fault, tt.field, tt.computed)
			}
			if v.Revision == nil || *v.Revision != v.Fault.Revision-1 || v.Game.Revision != *v.Revision {
				t.Errorf("revision %v of the game before revision %d", v.Revision, v.Fault.Revision)
			}
			if v.Proof == nil || *v.Proof != rules.ProofOtherHistory {
				t.Errorf("proof %v", v.Proof)
			}
		})
	}
}

func TestTurnsAreJudgedUnderOtherRules(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.repeated()
	history := m.history()
	judge := func(ruleset string) rules.Judgement {
		t.Helper()
		v := decoded[rules.Replay](s.post("/v1/replays?ruleset="+url.QueryEscape(ruleset), "", history).is(http.StatusOK))
		if v.Judgement == nil {
			t.Fatalf("%s: no judgement", ruleset)
		}
		return *v.Judgement
	}
	if j := judge("standard"); j.Difference != nil || j.Ply != 8 || j.Outcome == nil {
		t.Errorf("standard: %+v", j)
	}
	if j := judge("record"); j.Difference == nil || *j.Difference != game.GoesOn || j.Outcome != nil || j.Stored == nil {
		t.Errorf("record: %+v", j)
	}
	if j := judge(`{"preset":"standard","turn_limit":4}`); j.Difference == nil || *j.Difference != game.EndsEarlier || j.Ply != 4 {
		t.Errorf("a limit of 4 turns: %+v", j)
	}
	if j := judge(`{"repetition":"forbidden"}`); j.Difference == nil || *j.Difference != game.IllegalTurn || j.Reason != "repeats" || j.Ply != 7 || *j.Move != *m.game().LastMove {
		t.Errorf("repetition forbidden: %+v", j)
	}
	for _, bad := range []string{"nonsense", `{"deom":"x"}`, `{"bikjang":"never"}`, "{", `{"turn_limit":3}`} {
		r := s.post("/v1/replays?ruleset="+url.QueryEscape(bad), "", history)
		if r.status != http.StatusUnprocessableEntity && r.status != http.StatusBadRequest {
			t.Errorf("%s: %d", bad, r.status)
		}
	}
}

func TestReplaysRefuseWhatIsNoHistory(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	for _, text := range []string{"{}", "[]", "{", `{"game_id":"x","events":[]}`} {
		s.post("/v1/replays", "", text).problem(rest.CodeBadRequest)
	}
	s.post("/v1/replays", "", "a4b4", "Content-Type", "text/plain").problem(rest.CodeUnsupportedMediaType)
	s.post("/v1/replays", "", bytes.Repeat([]byte(" "), rules.MaxReplay+1)).problem(rest.CodeTooLarge)
}

func TestAProofIsOfTheLastEventAndAFinishedGameAlone(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	m.cho.get(m.path + "/proof").problem(rest.CodeNotFound)
	if page := decoded[games.Events](m.cho.get(m.path + "/events")); page.Proof != nil {
		t.Error("a game in play has a proof")
	}
	m = s.repeated()
	p := decoded[games.Proof](m.cho.get(m.path + "/proof").is(http.StatusOK))
	if p.GameID != m.id || p.Revision != m.game().Revision || p.Algorithm != "EdDSA" {
		t.Errorf("%+v", p)
	}
	v := decoded[rules.Replay](s.post("/v1/replays", "", m.history()))
	if *v.Digest != p.Digest {
		t.Errorf("proves %s, and the history has %s", p.Digest, *v.Digest)
	}
	page := decoded[games.Events](m.cho.get(m.path + "/events?from=3"))
	if page.Proof == nil || *page.Proof != p {
		t.Errorf("the last page has the proof %+v", page.Proof)
	}
	if page := decoded[games.Events](m.cho.get(m.path + "/events?limit=3")); page.Proof != nil {
		t.Error("a page in the middle has a proof")
	}
	keys := decoded[games.KeySet](s.get("/v1/keys", "").is(http.StatusOK)).Keys
	if len(keys) != 1 || keys[0] != p.Key || keys[0].KeyID != p.KeyID {
		t.Errorf("published keys %+v", keys)
	}
}

func TestAProofOfAnotherServerIsKnownAsSuch(t *testing.T) {
	s, other := newTestServer(t, serverOptions{}), newTestServer(t, serverOptions{})
	history := s.repeated().history()
	if v := decoded[rules.Replay](other.post("/v1/replays", "", history)); !v.Valid || *v.Proof != rules.ProofUnknownKey {
		t.Errorf("%+v", v)
	}
	var page map[string]any
	if err := json.Unmarshal([]byte(history), &page); err != nil {
		t.Fatal(err)
	}
	signed := page["proof"].(map[string]any)
	signed["signature"] = strings.Repeat("A", 86)
	if v := decoded[rules.Replay](s.post("/v1/replays", "", page)); *v.Proof != rules.ProofSignature {
		t.Errorf("a forged signature: %s", *v.Proof)
	}
	signed["digest"] = strings.Repeat("0", 64)
	if v := decoded[rules.Replay](s.post("/v1/replays", "", page)); *v.Proof != rules.ProofOtherHistory {
		t.Errorf("a digest of something else: %s", *v.Proof)
	}
}

package api

import (
	"net/http"
	"testing"
	"time"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/view"
)

func TestAnOrganiserOpensAGameForTwo(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	organiser, ann, ben := s.organiser(), s.guest("Ann"), s.guest("Ben")
	both := `{"players":{"cho":"` + ann.id + `","han":"` + ben.id + `"},"labels":{"league":"7"}}`
	g := organiser.create(both)
	if g.Status != "setup" || g.Players.Cho.ID != ann.id || g.Players.Han.ID != ben.id {
		t.Errorf("the game is %+v", g)
	}
	ben.post("/v1/games/"+g.ID+"/setup", `{"setup":"HEEH"}`).is(http.StatusOK)

	ann.post("/v1/games", both).problem(rest.CodeForbidden)
	for body, field := range map[string]string{
		`{"players":{"cho":"` + ann.id + `","han":"nobody"}}`:                                     "players.han",
		`{"players":{"cho":"` + ann.id + `","han":"` + ann.id + `"}}`:                             "players",
		`{"players":{"cho":"","han":"` + ann.id + `"}}`:                                           "players.cho",
		`{"players":{"cho":"` + ann.id + `","han":""}}`:                                           "players.han",
		`{"players":{"cho":"` + ann.id + `","han":"` + ben.id + `"},"side":"cho"}`:                "side",
		`{"players":{"cho":"` + ann.id + `","han":"` + ben.id + `"},"opponent":{"type":"human"}}`: "opponent",
		`{"players":{"cho":"` + ann.id + `","han":"` + ben.id + `","third":"x"}}`:                 "players.third",
	} {
		if p := decoded[rest.Problem](organiser.post("/v1/games", body).is(http.StatusBadRequest)); p.Field != field {
			t.Errorf("%s: the field is %q, want %q", body, p.Field, field)
		}
	}
}

func TestOrganise(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	organiser := s.organiser()
	for _, c := range []struct {
		name, path, body string
		given            func(match)
		code             rest.Code
		has, then        []string
	}{
		{"labels", "/labels", `{"labels":{"league":"8"}}`, playing, "", []string{`"labels":{"league":"8"}`}, []string{"LabelsSet"}},
		{"labels after the end", "/labels", `{"labels":{"league":"8"}}`, turns("pass", "pass"), "", []string{`"labels":{"league":"8"}`}, []string{"LabelsSet"}},
		{"bad labels", "/labels", `{"labels":{"a:b":"8"}}`, playing, rest.CodeBadRequest, nil, nil},
		{"no labels at all", "/labels", `{}`, playing, rest.CodeBadRequest, nil, nil},
		{"a winner", "/adjudicate", `{"result":"han","ply":0}`, playing, "", []string{`"reason":"adjudication","result":"han","winner":"han"`, `"evidence":[]`}, []string{"GameEnded"}},
		{"a draw", "/adjudicate", `{"result":"draw"}`, playing, "", []string{`"result":"draw","winner":null`}, []string{"GameEnded"}},
		{"no result", "/adjudicate", `{"result":"none"}`, playing, rest.CodeBadRequest, nil, nil},
		{"nothing", "/adjudicate", `{}`, playing, rest.CodeBadRequest, nil, nil},
		{"too early", "/adjudicate", `{"result":"cho"}`, func(match) {}, rest.CodeGameNotStarted, nil, nil},
		{"too late", "/adjudicate", `{"result":"cho"}`, turns("pass", "pass"), rest.CodeGameOver, nil, nil},
		{"at another ply", "/adjudicate", `{"result":"cho","ply":4}`, playing, rest.CodeWrongPly, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := s.within(t)
			m := s.opened(organiser.on(s), `"visibility":"private"`)
			c.given(m)
			before := len(m.events())
			r := organiser.on(s).post(m.path+c.path, c.body)
			if c.code != "" {
				r.problem(c.code)
			} else {
				r.is(http.StatusOK).has(c.has...)
			}
			after := m.events()[before:]
			if len(after) != len(c.then) || len(after) == 1 && after[0] != c.then[0] {
				t.Errorf("the events %v followed, want %v", after, c.then)
			}
			m.cho.post(m.path+c.path, c.body).problem(rest.CodeForbidden)
			s.guest("Stranger").post(m.path+c.path, c.body).problem(rest.CodeNotFound)
		})
	}
}

// opened is a game that an organiser opens for two players.
func (s *testServer) opened(organiser guest, settings string) match {
	s.t.Helper()
	m := match{t: s.t, s: s, cho: s.guest("Cho"), han: s.guest("Han")}
	m.id = organiser.create(`{"players":{"cho":"` + m.cho.id + `","han":"` + m.han.id + `"},` + settings + `}`).ID
	m.path = "/v1/games/" + m.id
	return m
}

func TestAPrivateGameIsThereForTheOrganiserWhoOpenedItAlone(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	organiser, other := s.organiser(), s.organiser()
	m := s.opened(organiser, `"visibility":"private"`)
	playing(m)
	organiser.get(m.path).is(http.StatusOK)
	organiser.get(m.path + "/events").is(http.StatusOK)
	other.get(m.path).problem(rest.CodeNotFound)
	for path, body := range map[string]string{"/labels": `{"labels":{"a":"b"}}`, "/adjudicate": `{"result":"cho"}`} {
		other.post(m.path+path, body).problem(rest.CodeNotFound)
		organiser.post(m.path+path, body).is(http.StatusOK)
	}
}

func TestAnOrganiserIsAnsweredWithWhatADelayShows(t *testing.T) {
	s := newTestServer(t, serverOptions{start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)})
	organiser := s.organiser()
	m := delayedMatch(s)
	for path, body := range map[string]string{"/labels": `{"labels":{"cup":"autumn"}}`, "/adjudicate": `{"result":"cho"}`} {
		r := organiser.post(m.path+path, body)
		var g view.Game
		if path == "/labels" {
			g = r.is(http.StatusOK).game()
		} else {
			g = *r.problem(rest.CodeGameOver).Game
		}
		if g.Revision != 4 || g.Status != "playing" || g.Labels["cup"] != "spring" {
			t.Errorf("%s answers with revision %d, %s, %v", path, g.Revision, g.Status, g.Labels)
		}
	}
	s.advance(time.Minute)
	organiser.get(m.path).is(http.StatusOK).has(`"autumn"`, `"ended"`)
}

func TestALabelSetLaterFindsTheGame(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match("")
	r := s.organiser().post(m.path+"/labels", `{"labels":{"league":"9"}}`).is(http.StatusOK)
	s.get("/v1/games?label=league:9&after_position="+r.header.Get("Position"), "").is(http.StatusOK).has(m.id)
}

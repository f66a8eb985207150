package api

import (
	"runtime"
	"testing"
	"time"
)

func TestPlayerStreamTellsOfTurnsStartsAndEnds(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match("")
	s.settle()
	cho, han := s.stream("/v1/me/stream", m.cho.token), s.stream("/v1/me/stream", m.han.token)
	state := cho.must(frameState)
	if games := state.data["games"].([]any); len(games) != 1 {
		t.Errorf("%d games are not over, want one: %s", len(games), state.text)
	}
	han.must(frameState)
	m.han.post(m.path+"/setup", `{"setup":"HEEH"}`).is(200)
	if f := cho.must(noticeTurn); f.data["status"] != "setup" || f.data["game_id"] != m.id || f.data["side"] != "cho" {
		t.Errorf("%s", f.text)
	}
	m.cho.post(m.path+"/setup", `{"setup":"HEEH"}`).is(200)
	cho.must(noticeStarted)
	if f := cho.must(noticeTurn); f.data["status"] != "playing" || f.data["to_act"] != "cho" {
		t.Errorf("%s", f.text)
	}
	han.must(noticeStarted)
	m.play("a4b4")
	if f := han.must(noticeTurn); f.data["ply"] != float64(1) {
		t.Errorf("%s", f.text)
	}
	m.play("a7b7")
	cho.must(noticeTurn)
	m.cho.post(m.path+"/resign", nil).is(200)
	cho.must(noticeEnded)
	han.must(noticeEnded)
}

func TestPlayerStreamResumes(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	s.settle()
	w := s.stream("/v1/me/stream", m.han.token)
	w.must(frameState)
	w.leave()
	m.play("a4b4", "a7b7")
	m.cho.post(m.path+"/resign", nil).is(200)
	s.settle()
	w = s.stream("/v1/me/stream", m.han.token, headerLastEventID, w.lastID)
	w.must(noticeEnded)
	other := s.match("")
	m.han.post("/v1/games", `{"opponent":{"type":"self"}}`).is(201)
	if f := w.must(noticeTurn); f.data["game_id"] == other.id || f.data["side"] != nil {
		t.Errorf("%s", f.text)
	}
	w = s.stream("/v1/me/stream?from=x", m.han.token)
	w.must(frameReset)
	w.must(frameState)
}

func TestPlayerStreamNeedsAPlayer(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	if w := s.stream("/v1/me/stream", ""); w.status != 401 {
		t.Errorf("status %d, want 401", w.status)
	}
}

func TestWhoHasNoStreamForTenSecondsIsAway(t *testing.T) {
	s := newTestServer(t, serverOptions{start: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)})
	other := newTestServer(t, serverOptions{store: s.store, start: s.clock.now()})
	m := s.started("")
	presence := func(f frame, side string) any {
		return f.data["presence"].(map[string]any)[side].(map[string]any)["away_since"]
	}
	han := s.stream(m.path+"/stream", m.han.token)
	if f := han.must(frameState); presence(f, "cho") != nil || presence(f, "han") != nil {
		t.Errorf("%s", f.text)
	}
	cho := s.stream("/v1/me/stream", m.cho.token)
	cho.must(frameState)
	cho.leave()
	for s.api.presences.here(m.cho.id) {
		runtime.Gosched() // the server has yet to hear that the client hung up
	}
	s.advance(10 * time.Second)
	if f := han.must("presence"); presence(f, "cho") != "2026-01-02T03:04:05.000Z" || presence(f, "han") != nil {
		t.Errorf("%s", f.text)
	}
	if since, away, err := other.journal.AwaySince(t.Context(), m.cho.id); err != nil || !away || since.String() != "2026-01-02T03:04:05.000Z" {
		t.Errorf("on the other node: away %v since %s, %v", away, since, err)
	}
	other.stream(m.path+"/stream", m.cho.token).must(frameState)
	if f := han.must("presence"); presence(f, "cho") != nil {
		t.Errorf("%s", f.text)
	}
}

package api

import (
	"net/http"
	"testing"
	"time"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/watch"
)

// All of what follows happens while the read model takes in nothing, as where its
// disk is full.

func TestAPlayerStreamNeedsNoLists(t *testing.T) {
	s := newTestServer(t, serverOptions{stuckLists: true})
	over, m := s.started(""), s.match("")
	over.cho.post(over.path+"/resign", nil).is(200)
	m.cho.post("/v1/games", `{"opponent":{"type":"self"},"start_fen":"4k4/9/9/9/9/9/9/9/4K4/R8 w - - 0 1"}`).is(201)
	w := s.stream("/v1/me/stream", m.cho.token)
	state := w.must(watch.FrameState)
	if games := state.data["games"].([]any); len(games) != 2 {
		t.Errorf("%d games are not over, want 2: %s", len(games), state.text)
	}
	m.setUp("HEEH", "EHHE")
	w.must(watch.NotifyTurn)
	w.must(watch.NotifyStarted)
	w.must(watch.NotifyTurn)
	w.leave()
	m.play("a4b4", "a7b7")
	m.han.post(m.path+"/resign", nil).is(200)
	w = s.stream("/v1/me/stream", m.cho.token, rest.HeaderLastEventID, w.lastID)
	if f := w.must(watch.NotifyEnded); f.data["game_id"] != m.id {
		t.Errorf("%s", f.text)
	}
	next := s.match("")
	w = s.stream("/v1/me/stream", next.han.token)
	if games := w.must(watch.FrameState).data["games"].([]any); len(games) != 1 {
		t.Errorf("%d games, want 1", len(games))
	}
	next.han.post(next.path+"/setup", `{"setup":"HEEH"}`).is(200)
	next.cho.post(next.path+"/setup", `{"setup":"HEEH"}`).is(200)
	w.must(watch.NotifyStarted)
}

func TestGamesAreStreamedAndTimedWithoutLists(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay, stuckLists: true})
	m := s.started("")
	s.heard()
	w, feed := s.stream(m.path+"/stream", ""), s.stream("/v1/stream", "")
	w.must(watch.FrameState)
	feed.must(watch.FrameCaughtUp)
	g := m.play("a4b4")
	w.event("MovePlayed")
	feed.event("MovePlayed")
	s.get(m.path+"?min_revision=5", "").is(200)
	eventually(t, "the deadline to be known", func() bool { return s.deadlines.Games() == 1 })
	s.advance(time.Duration(g.TimeControl.PerMoveMS)*time.Millisecond + 3*time.Second)
	w.event("TimeExpired")
	w.event("GameEnded")
	feed.event("TimeExpired")
}

func TestWhoIsAwayIsRecordedWithoutLists(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay, stuckLists: true})
	m := s.started("")
	han := s.stream(m.path+"/stream", m.han.token)
	han.must(watch.FrameState)
	cho := s.stream("/v1/me/stream", m.cho.token)
	cho.must(watch.FrameState)
	cho.leave()
	eventually(t, "the server to hear that the client has hung up", func() bool { return !s.api.presence.Here(m.cho.id) })
	s.advance(10 * time.Second)
	if f := han.must("presence"); f.data["game_id"] != m.id {
		t.Errorf("%s", f.text)
	}
}

func TestTheFeedShowsWhatWasHeldBackWithoutLists(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay, stuckLists: true})
	m := s.match(`{"spectator_delay_ms":60000}`)
	s.heard()
	w := s.stream("/v1/stream", "")
	w.must(watch.FrameCaughtUp)
	m.setUp("HEEH", "EHHE")
	m.play("a4b4")
	other := s.guest("Creator").create("")
	if f := w.event("GameCreated"); f.data["game_id"] != other.ID {
		t.Errorf("%s", f.text)
	}
	w.leave()
	s.advance(time.Minute)
	w = s.stream("/v1/stream", "", rest.HeaderLastEventID, w.lastID)
	for _, eventType := range []string{"SetupChosen", "SetupChosen", "GameStarted", "MovePlayed"} {
		if f := w.event(eventType); f.data["game_id"] != m.id {
			t.Errorf("%s", f.text)
		}
	}
	w.must(watch.FrameCaughtUp)
}

func TestANodeWhoseListsHaveNotCaughtUpSaysSo(t *testing.T) {
	s := newTestServer(t, serverOptions{stuckLists: true})
	eventually(t, "streams to follow the store", s.api.subscription.CaughtUp)
	p := s.get("/readyz", "").is(http.StatusServiceUnavailable).problem(rest.CodeUnavailable)
	if p.State != catchingUp {
		t.Errorf("the state is %q", p.State)
	}
}

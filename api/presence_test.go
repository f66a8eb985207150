package api

import (
	"slices"
	"testing"
	"time"

	"github.com/janggid/janggid/api/presence"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/watch"
	"github.com/janggid/janggid/projections"
)

// hangsUp ends a player's stream and waits until the server knows.
func (g guest) hangsUp(w *watching) {
	g.s.t.Helper()
	w.leave()
	eventually(g.s.t, "the server to hear that the player has hung up", func() bool { return !g.s.api.presence.Here(g.id) })
}

// isRecorded waits until so much of a player's presence is recorded, and tells
// whether it is what was expected.
func (g guest) isRecorded(want ...string) {
	g.s.t.Helper()
	if got := g.s.eventTypes("presence-"+g.id, len(want)); !slices.Equal(got, want) {
		g.s.t.Errorf("recorded is %v, want %v", got, want)
	}
}

const (
	came = "PlayerCameBack"
	went = "PlayerWentAway"
)

// Who was away in one game and is there again is not away in the next.
func TestAComeBackBetweenGamesIsRecorded(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started(slowTurns)
	s.settle()
	m.han.hangsUp(m.han.arrives(m))
	s.advance(presence.AwayAfter)
	m.han.isRecorded(came, went)
	m.cho.post(m.path+"/resign", nil).is(200)
	s.settle()
	news := s.stream("/v1/me/stream", m.han.token)
	news.must(watch.FrameState)
	m.han.isRecorded(came, went, came)
	m.han.hangsUp(news)
	s.advance(presence.AwayAfter)
	m.han.isRecorded(came, went, came, went)
}

// One page of a player's games may have none with clocks.
func TestAGameWithClocksIsFoundBehindManyWithout(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started(slowTurns)
	for range projections.DefaultLimit + 1 {
		m.han.create(`{"time_control":{"type":"unlimited"},"opponent":{"type":"self"},"start_fen":"4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1"}`)
	}
	s.settle()
	m.han.hangsUp(m.han.arrives(m))
	s.advance(presence.AwayAfter)
	m.han.isRecorded(came, went)
}

func TestWhoLeavesAWaitingGameIsAway(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := match{t: t, s: s, cho: s.guest("Cho"), han: s.guest("Han")}
	g := m.han.create(`{"side":"han","time_control":{"type":"per_move","per_move_ms":600000}}`)
	m.id, m.path = g.ID, "/v1/games/"+g.ID
	s.settle()
	m.han.hangsUp(m.han.arrives(m))
	s.advance(presence.AwayAfter)
	m.han.isRecorded(came, went)
	m.cho.post(m.path+"/join", nil).is(200)
	m.setUp("HEEH", "HEEH")
	m.claims(rest.CodeOpponentPresent)
	s.advance(time.Minute)
	m.claims("")
}

// Whoever never sits where time runs has nothing recorded.
func TestASpectatorsComingAndGoingIsNotRecorded(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started(slowTurns)
	s.settle()
	eve := s.guest("Eve")
	w := s.stream(m.path+"/stream", eve.token)
	w.must(watch.FrameState)
	eve.hangsUp(w)
	m.han.arrives(m) // comes after Eve in what the server does
	s.advance(presence.AwayAfter)
	s.unwatch() // what was due is done
	s.unwatch = s.watch()
	eve.isRecorded()
}

// The node on which a player's last stream ended is right about when, whichever
// node says so first.
func TestAwaySinceIsWhenTheLastStreamOfAllNodesEnded(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	other := newTestServer(t, serverOptions{store: s.store, clock: s.clock})
	m := s.started(slowTurns)
	s.settle()
	cho := s.stream(m.path+"/stream", m.cho.token)
	cho.must(watch.FrameState)
	first := m.han.arrives(m)
	second := other.stream(m.path+"/stream", m.han.token)
	second.must(watch.FrameState)
	m.han.hangsUp(first)
	s.advance(9 * time.Second)
	m.han.on(other).hangsUp(second)
	s.advance(time.Second)
	if f := cho.must("presence"); awaySince(f, "han") != "2026-01-02T03:04:05.678Z" {
		t.Errorf("the first node says %s", f.text)
	}
	s.advance(9 * time.Second)
	other.advance(0)
	if f := cho.must("presence"); awaySince(f, "han") != "2026-01-02T03:04:14.678Z" {
		t.Errorf("the second node says %s", f.text)
	}
	m.han.isRecorded(came, went, went)
	s.advance(50*time.Second - time.Millisecond)
	m.claims(rest.CodeOpponentPresent) // it is more than 60 s after the first of both
	s.advance(time.Millisecond)
	m.claims("")
}

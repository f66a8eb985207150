package api

import (
	"testing"
	"time"

	"github.com/janggid/janggid/api/presence"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/watch"
	domainpresence "github.com/janggid/janggid/domain/presence"
)

// killed is what a node leaves behind that ends without a word: it records
// nothing more.
func (s *testServer) killed() { s.unwatch() }

// recorded are the types of what is recorded of a player's presence.
func (s *testServer) recorded(player string) (types []string) {
	s.t.Helper()
	return s.typesIn("presence-" + player)
}

// arrives opens a stream and waits until the node has recorded who came.
func (g guest) arrives(m match) *watching {
	g.s.t.Helper()
	w := g.s.stream(m.path+"/stream", g.token)
	w.must(watch.FrameState)
	g.s.eventTypes("presence-"+g.id, 1)
	return w
}

func TestWhoDoesNotComeBackAfterAKillIsAway(t *testing.T) {
	first := newTestServer(t, serverOptions{start: someDay, alone: true})
	const slow = `{"time_control":{"type":"per_move","per_move_ms":600000}}`
	m, poller := first.started(slow), first.started(slow)
	m.cho.arrives(m)
	m.han.arrives(m)
	first.settle()
	first.killed()

	restart := someDay.Add(time.Minute)
	s := newTestServer(t, serverOptions{start: restart, store: first.store, alone: true})
	// A node that is not ready looks again ten seconds later, which do not pass here.
	eventually(t, "the read model to be ready", s.model.Ready)
	han := s.stream(m.path+"/stream", m.han.token)
	if f := han.must(watch.FrameState); awaySince(f, "cho") != nil {
		t.Errorf("away before ten seconds: %s", f.text)
	}
	s.advance(presence.AwayAfter - time.Millisecond)
	if got := s.recorded(m.cho.id); len(got) != 1 {
		t.Errorf("a millisecond early %v is recorded", got)
	}
	s.advance(time.Millisecond)
	if f := han.must("presence"); awaySince(f, "cho") != "2026-01-02T03:05:05.678Z" || awaySince(f, "han") != nil {
		t.Errorf("%s", f.text)
	}
	m.han.on(s).post(m.path+"/claim-win", nil).problem(rest.CodeOpponentPresent)
	s.advance(50*time.Second - time.Millisecond)
	m.han.on(s).post(m.path+"/claim-win", nil).problem(rest.CodeOpponentPresent)
	s.advance(time.Millisecond)
	m.han.on(s).post(m.path+"/claim-win", nil).is(200).has(`"reason":"abandoned"`)
	for _, player := range []guest{poller.cho, poller.han} {
		if got := s.recorded(player.id); got != nil {
			t.Errorf("%v is recorded of one who never opened a stream", got)
		}
	}
}

// One node of several knows nothing of the streams of the others.
func TestANodeAmongOthersTakesNobodyToBeAway(t *testing.T) {
	first := newTestServer(t, serverOptions{start: someDay})
	m := first.started("")
	m.cho.arrives(m)
	s := newTestServer(t, serverOptions{start: someDay, store: first.store})
	s.settle()
	s.advance(time.Minute)
	if p, err := s.journal.Presences.Of(t.Context(), m.cho.id); err != nil || p.Away {
		t.Errorf("%+v, %v", p, err)
	}
}

// A player whose stream was there before the game had begun is known to be there
// from its start on.
func TestWhoWaitsWithAStreamIsThereFromTheStart(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match("")
	w := s.stream("/v1/me/stream", m.cho.token)
	w.must(watch.FrameState)
	m.setUp("HEEH", "HEEH")
	if got := s.eventTypes("presence-"+m.cho.id, 1); len(got) != 1 || got[0] != (domainpresence.CameBack{}).EventType() {
		t.Errorf("recorded is %v", got)
	}
	if got := s.recorded(m.han.id); got != nil {
		t.Errorf("recorded is %v of who has no stream", got)
	}
}

// awaySince is since when a side's player is away as a frame has it; nil: there.
func awaySince(f frame, side string) any {
	return f.data["presence"].(map[string]any)[side].(map[string]any)["away_since"]
}

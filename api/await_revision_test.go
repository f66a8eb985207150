package api

import (
	"testing"
	"time"
)

func TestADelayedSpectatorWaitsForWhatIsShown(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match(`{"spectator_delay_ms":100}`)
	m.setUp("HEEH", "EHHE")
	s.get(m.path+"?min_revision=4", "").is(200).has(`"revision":4`)
	m.play("a4b4")
	s.get(m.path+"/board.svg?min_revision=5", "").is(200)
	m.play("a7b7")
	if g := s.get(m.path+"?min_revision=6", s.guest("Stranger").token).game(); g.Revision != 6 || g.Ply != 2 {
		t.Errorf("what was waited for is revision %d", g.Revision)
	}
}

func TestAWaitForWhatIsNotShownEnds(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	s.api.wait = time.Millisecond
	m := delayedMatch(s)
	s.get(m.path+"?min_revision=8", "").problem(CodeNotYetVisible)
	s.get(m.path+"?min_revision=9", m.cho.token).problem(CodeNotYetVisible)
	s.advance(time.Minute)
	s.get(m.path+"?min_revision=8", "").is(200).has(`"revision":8`)
}

package api

import (
	"net/http"
	"testing"
	"time"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/watch"
)

// slowTurns is a game in which nobody loses on time in these tests.
const slowTurns = `{"time_control":{"type":"per_move","per_move_ms":600000}}`

// away has a side's player be away since a while ago.
func (m match) away(player guest, ago time.Duration) {
	m.t.Helper()
	since := m.s.arrival().Add(-ago.Milliseconds())
	if err := m.s.journal.Presences.Leave(m.t.Context(), player.id, since, m.s.arrival()); err != nil {
		m.t.Fatal(err)
	}
}

// claims has Cho claim the win and expects a refusal, or the win for "".
func (m match) claims(refusal rest.Code) {
	m.t.Helper()
	r := m.cho.post(m.path+"/claim-win", nil)
	if refusal != "" {
		r.problem(refusal)
		return
	}
	r.is(http.StatusOK).has(`"reason":"abandoned","result":"cho"`)
}

func TestClaimWin(t *testing.T) {
	for _, c := range []struct {
		name, create string
		given        func(m match)
		code         rest.Code // "" for the win
	}{
		{"of one who is gone", slowTurns, func(m match) { playing(m); m.away(m.han, 0); m.s.advance(time.Minute) }, ""},
		{"a millisecond early", slowTurns, func(m match) { playing(m); m.away(m.han, 0); m.s.advance(time.Minute - time.Millisecond) }, rest.CodeOpponentPresent},
		{"of one who came back", slowTurns, func(m match) {
			playing(m)
			m.away(m.han, 0)
			m.s.advance(time.Minute)
			if err := m.s.journal.Presences.Return(m.t.Context(), m.han.id, m.s.arrival()); err != nil {
				m.t.Fatal(err)
			}
		}, rest.CodeOpponentPresent},
		{"of one who was never seen to leave", slowTurns, func(m match) { playing(m); m.s.advance(time.Minute) }, rest.CodeOpponentPresent},
		{"without clocks", `{"time_control":{"type":"unlimited"}}`, func(m match) { playing(m); m.away(m.han, 0); m.s.advance(time.Minute) }, rest.CodeNoClock},
		{"while nobody has joined", slowTurns, nil, rest.CodeGameNotStarted},
		{"of one who was away before the start", slowTurns, func(m match) { m.away(m.han, time.Hour); playing(m) }, rest.CodeOpponentPresent},
		{"a minute after the start, of one who was away before", slowTurns, func(m match) { m.away(m.han, time.Hour); playing(m); m.s.advance(time.Minute) }, ""},
		{"of one who makes a turn without a stream", slowTurns, func(m match) {
			playing(m)
			m.away(m.han, 0)
			m.s.advance(time.Minute)
			m.play("a4b4", "a7b7")
			m.s.advance(time.Minute - time.Millisecond)
		}, rest.CodeOpponentPresent},
		{"a minute after such a turn", slowTurns, func(m match) {
			playing(m)
			m.away(m.han, 0)
			m.s.advance(time.Minute)
			m.play("a4b4", "a7b7")
			m.s.advance(time.Minute)
		}, ""},
		{"of one who did not answer a turn", slowTurns, func(m match) {
			playing(m)
			m.away(m.han, 0)
			m.s.advance(time.Minute)
			m.play("a4b4")
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newTestServer(t, serverOptions{start: someDay})
			if c.given == nil {
				m := match{t: t, s: s, cho: s.guest("Cho")}
				m.path = "/v1/games/" + m.cho.create(c.create).ID
				m.claims(c.code)
				return
			}
			m := s.match(c.create)
			c.given(m)
			m.claims(c.code)
		})
	}
}

// A node knows its own streams before the store tells of them.
func TestNobodyIsGoneWhoHasAStreamWhereTheWinIsClaimed(t *testing.T) {
	s := newTestServer(t, serverOptions{start: someDay})
	m := s.started(slowTurns)
	s.unwatch() // nothing is recorded from here on
	s.stream(m.path+"/stream", m.han.token).must(watch.FrameState)
	m.away(m.han, 0)
	s.clock.advance(time.Minute)
	m.claims(rest.CodeOpponentPresent)
	s.unwatch = s.watch()
}

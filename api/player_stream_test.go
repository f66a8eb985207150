package api

import (
	"testing"
	"time"

	"github.com/janggid/janggid/api/live"
	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/api/watch"
	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/projections"
)

func TestPlayerStreamTellsOfTurnsStartsAndEnds(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.match("")
	s.settle()
	cho, han := s.stream("/v1/me/stream", m.cho.token), s.stream("/v1/me/stream", m.han.token)
	state := cho.must(watch.FrameState)
	if games := state.data["games"].([]any); len(games) != 1 {
		t.Errorf("%d games are not over, want one: %s", len(games), state.text)
	}
	han.must(watch.FrameState)
	m.han.post(m.path+"/setup", `{"setup":"HEEH"}`).is(200)
	if f := cho.must(watch.NotifyTurn); f.data["status"] != "setup" || f.data["game_id"] != m.id || f.data["side"] != "cho" {
		t.Errorf("%s", f.text)
	}
	m.cho.post(m.path+"/setup", `{"setup":"HEEH"}`).is(200)
	cho.must(watch.NotifyStarted)
	if f := cho.must(watch.NotifyTurn); f.data["status"] != "playing" || f.data["to_act"] != "cho" {
		t.Errorf("%s", f.text)
	}
	han.must(watch.NotifyStarted)
	m.play("a4b4")
	if f := han.must(watch.NotifyTurn); f.data["ply"] != float64(1) {
		t.Errorf("%s", f.text)
	}
	m.play("a7b7")
	cho.must(watch.NotifyTurn)
	m.cho.post(m.path+"/resign", nil).is(200)
	cho.must(watch.NotifyEnded)
	han.must(watch.NotifyEnded)
}

func TestPlayerStreamResumes(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	s.settle()
	w := s.stream("/v1/me/stream", m.han.token)
	w.must(watch.FrameState)
	w.leave()
	m.play("a4b4", "a7b7")
	m.cho.post(m.path+"/resign", nil).is(200)
	s.settle()
	w = s.stream("/v1/me/stream", m.han.token, rest.HeaderLastEventID, w.lastID)
	w.must(watch.NotifyEnded)
	other := s.match("")
	m.han.post("/v1/games", `{"opponent":{"type":"self"}}`).is(201)
	if f := w.must(watch.NotifyTurn); f.data["game_id"] == other.id || f.data["side"] != nil {
		t.Errorf("%s", f.text)
	}
	w = s.stream("/v1/me/stream?from=x", m.han.token)
	w.must(watch.FrameReset)
	w.must(watch.FrameState)
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
	s.settle() // an absence is recorded for who has a game in the read model
	presence := func(f frame, side string) any {
		return f.data["presence"].(map[string]any)[side].(map[string]any)["away_since"]
	}
	han := s.stream(m.path+"/stream", m.han.token)
	if f := han.must(watch.FrameState); presence(f, "cho") != nil || presence(f, "han") != nil {
		t.Errorf("%s", f.text)
	}
	cho := s.stream("/v1/me/stream", m.cho.token)
	cho.must(watch.FrameState)
	cho.leave()
	eventually(t, "the server to hear that the client has hung up", func() bool { return !s.api.presence.Here(m.cho.id) })
	s.advance(10 * time.Second)
	if f := han.must("presence"); presence(f, "cho") != "2026-01-02T03:04:05.000Z" || presence(f, "han") != nil {
		t.Errorf("%s", f.text)
	}
	if p, err := other.journal.Presences.Of(t.Context(), m.cho.id); err != nil || !p.Away || p.Since.String() != "2026-01-02T03:04:05.000Z" {
		t.Errorf("on the other node: %+v, %v", p, err)
	}
	other.stream(m.path+"/stream", m.cho.token).must(watch.FrameState)
	if f := han.must("presence"); presence(f, "cho") != nil {
		t.Errorf("%s", f.text)
	}
}

// opensAlone opens games in which a player makes both sides' turns, without the way
// over HTTP.
func (g guest) opensAlone(n int) {
	g.s.t.Helper()
	rules, _ := game.RulesetNamed(game.DefaultPreset)
	c := game.Create{
		Player: g.id, Opponent: game.OpponentSelf, Ruleset: rules, TimeControl: game.TimeControl{Type: game.Unlimited},
		Visibility: game.Public, StartFEN: setUpStart.FEN(),
	}
	for range n {
		if _, err := g.s.journal.Create(g.s.t.Context(), c, journal.Request{Actor: g.id, At: g.s.arrival()}); err != nil {
			g.s.t.Fatal(err)
		}
	}
	g.s.settle()
}

// However many games a player has, the stream begins with all of them and
// resumes with what has happened in any.
func TestAPlayerStreamHasAllOfManyGames(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	m.han.opensAlone(2*projections.MaxLimit - 1)
	w := s.stream("/v1/me/stream", m.han.token)
	known := map[string]bool{}
	for more := true; more; {
		f := w.must(watch.FrameState)
		for _, g := range f.data["games"].([]any) {
			known[g.(map[string]any)["id"].(string)] = true
		}
		if more = f.data["more"].(bool); more != (f.id == "") {
			t.Errorf("more is %v in a state with the cursor %q", more, f.id)
		}
	}
	if len(known) != 2*projections.MaxLimit || !known[m.id] {
		t.Errorf("the stream begins with %d games, want %d", len(known), 2*projections.MaxLimit)
	}
	w.leave()
	m.play("a4b4")
	s.settle()
	w = s.stream("/v1/me/stream", m.han.token, rest.HeaderLastEventID, w.lastID)
	if f := w.must(watch.NotifyTurn); f.data["game_id"] != m.id {
		t.Errorf("%s", f.text)
	}
}

// Who has missed too much, or comes with a cursor of another store, begins anew
// and is told so.
func TestAPlayerStreamThatCannotResumeBeginsAnew(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	s.settle()
	before := s.model.Position()
	m.han.opensAlone(watch.MaxMissed/2 + 1) // in each two frames
	for _, c := range []struct {
		name  string
		from  func() eventstore.Position
		moves []string // so that it is Han's turn
	}{
		{"too long ago", func() eventstore.Position { return before }, []string{"a4b4"}},
		{"in the future", func() eventstore.Position { return s.model.Position() + 1 }, []string{"a7b7", "b4a4"}},
	} {
		s.settle()
		w := s.stream("/v1/me/stream?from="+c.from().String(), m.han.token)
		w.must(watch.FrameReset)
		f := w.must(watch.FrameState)
		for f.data["more"] == true {
			f = w.must(watch.FrameState)
		}
		m.play(c.moves...)
		if f := w.must(watch.NotifyTurn); f.data["game_id"] != m.id {
			t.Errorf("%s: %s", c.name, f.text)
		}
		w.leave()
	}
}

// A node that has not read everything yet tells a client nothing that another
// has told already.
func TestAPlayerStreamRepeatsNothingOnANodeThatIsBehind(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	m := s.started("")
	m.play("a4b4")
	s.settle()
	p := &watch.PlayerFollower{S: s.api.watch, Ctx: t.Context(), Player: m.han.id, Seen: map[string]uint64{}}
	if _, resumed, err := p.Prepare(s.model.Position().String()); !resumed || err != nil {
		t.Fatalf("resumed: %v, %v", resumed, err)
	}
	p.St = &rest.Stream{}
	g, err := s.journal.Load(t.Context(), m.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		position eventstore.Position
		written  bool
	}{{g.Position, false}, {g.Position + 1, true}} {
		_ = p.Deliver(&live.Frame{Kind: watch.NotifyTurn, Game: m.id, Revision: g.Revision, Position: c.position})
		if written := p.St.Pending(); written != c.written {
			t.Errorf("at position %d of %d written: %v", c.position, g.Position, written)
		}
	}
}

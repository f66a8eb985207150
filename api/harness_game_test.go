package api

import (
	"net/http"
	"testing"

	"github.com/janggid/janggid/api/games"
	"github.com/janggid/janggid/api/players"
	"github.com/janggid/janggid/api/view"
	"github.com/janggid/janggid/domain/janggi"
)

// guest is a player who got a token without a sign-up.
type guest struct {
	s     *testServer
	id    string
	name  string
	token string
}

// guest registers one.
func (s *testServer) guest(name string) guest {
	s.t.Helper()
	v := decoded[players.Token](s.post("/v1/guests", "", map[string]string{"name": name}).is(http.StatusCreated))
	return guest{s: s, id: v.Player.ID, name: v.Player.Name, token: v.AccessToken}
}

// on is the same player on another server.
func (g guest) on(s *testServer) guest {
	g.s = s
	return g
}

func (g guest) get(path string, headers ...string) response {
	g.s.t.Helper()
	return g.s.get(path, g.token, headers...)
}

func (g guest) post(path string, body any, headers ...string) response {
	g.s.t.Helper()
	return g.s.post(path, g.token, body, headers...)
}

// create opens a game from the body of a request; "" is all defaults.
func (g guest) create(body string) view.Game {
	g.s.t.Helper()
	return g.post("/v1/games", body).is(http.StatusCreated).game()
}

// match is a game with both its players.
type match struct {
	t    *testing.T
	s    *testServer
	id   string
	cho  guest
	han  guest
	path string // of the game
}

// match opens a game as create does and seats a second player, unless one plays
// both sides.
func (s *testServer) match(body string) match {
	s.t.Helper()
	m := match{t: s.t, s: s, cho: s.guest("Cho"), han: s.guest("Han")}
	g := m.cho.create(body)
	m.id, m.path = g.ID, "/v1/games/"+g.ID
	joining := m.han
	switch {
	case g.Players.Cho != nil && g.Players.Han != nil:
		m.han = m.cho
		return m
	case g.Players.Cho == nil:
		m.cho, m.han = m.han, m.cho
	}
	joining.post("/v1/rooms/"+*g.RoomCode+"/join", nil).is(http.StatusOK)
	return m
}

// started opens a game and chooses both setups.
func (s *testServer) started(body string) match {
	s.t.Helper()
	m := s.match(body)
	m.setUp("HEEH", "HEEH")
	return m
}

// solo opens a game whose creator plays both sides, and chooses both setups.
func (s *testServer) solo() match {
	s.t.Helper()
	m := s.match(`{"opponent":{"type":"self"}}`)
	m.cho.post(m.path+"/setup", `{"side":"han","setup":"HEEH"}`).is(http.StatusOK)
	m.cho.post(m.path+"/setup", `{"side":"cho","setup":"HEEH"}`).is(http.StatusOK)
	return m
}

// setUp chooses both sides' setups, Han's first.
func (m match) setUp(cho, han string) view.Game {
	m.t.Helper()
	m.han.post(m.path+"/setup", map[string]string{"setup": han}).is(http.StatusOK)
	return m.cho.post(m.path+"/setup", map[string]string{"setup": cho}).is(http.StatusOK).game()
}

// play makes turns, each by the side that is to move; all must be accepted.
func (m match) play(moves ...string) view.Game {
	m.t.Helper()
	g := m.game()
	for _, move := range moves {
		g = m.toMove(g).post(m.path+"/moves", map[string]string{"move": move}).is(http.StatusOK).game()
	}
	return g
}

// toMove is the player whose turn it is.
func (m match) toMove(g view.Game) guest {
	m.t.Helper()
	switch {
	case g.Turn == nil:
		m.t.Fatalf("game %s has no turn to make: it is %s at ply %d", g.ID, g.Status, g.Ply)
	case *g.Turn == janggi.Han:
		return m.han
	}
	return m.cho
}

// game is the game as anybody sees it now.
func (m match) game() view.Game {
	m.t.Helper()
	return m.cho.get(m.path).is(http.StatusOK).game()
}

// events are the types of the game's events, oldest first.
func (m match) events() []string {
	m.t.Helper()
	var types []string
	for _, e := range decoded[games.Events](m.cho.get(m.path + "/events?limit=1000").is(http.StatusOK)).Events {
		types = append(types, e.Type)
	}
	return types
}

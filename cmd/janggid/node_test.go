package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// sharedKey is the token key of all nodes under test.
var sharedKey = strings.Repeat("5eed", 16)

// nodeOptions are those of a node with a data folder of its own.
func nodeOptions(t *testing.T, store string) serveOptions {
	t.Helper()
	o := serveOptions{addr: "127.0.0.1:0", data: t.TempDir(), store: store, limits: "off", logFormat: "text", logLevel: "error"}
	o.tokens.issuer, o.tokens.key = "janggid", sharedKey
	return o
}

// node is a server reached over HTTP, by its URL.
type node string

// startNodes starts nodes over one store.
func startNodes(t *testing.T, store string, n int) []node {
	t.Helper()
	nodes := make([]node, n)
	for i := range nodes {
		base, _ := start(t, nodeOptions(t, store))
		nodes[i] = node(base)
	}
	return nodes
}

// request is what a client sends, to any node.
type request struct {
	method string // POST unless it says otherwise
	path   string
	token  string
	key    string // idempotency key
	match  string // If-Match
	body   string // JSON
}

// reply is a node's answer with the parts of the body that tests look at.
type reply struct {
	status   int
	code     string
	replayed bool
	position string
	body     string
	game     gameNow
}

type gameNow struct {
	ID         string
	Revision   uint64
	Status     string
	Ply        int
	Room       string `json:"room_code"`
	FEN        string
	ToAct      string `json:"to_act"`
	Moves      []string
	LegalMoves []string `json:"legal_moves"`
	Players    map[string]*struct{ ID, Name string }
	Outcome    *struct{ Result, Reason string }
}

// try sends a request once; the error is the connection's.
func (n node) try(t *testing.T, q request) (reply, error) {
	t.Helper()
	if q.method == "" {
		q.method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(t.Context(), q.method, string(n)+q.path, strings.NewReader(q.body))
	if err != nil {
		return reply{}, err
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "Authorization": "Bearer " + q.token, "Idempotency-Key": q.key, "If-Match": q.match} {
		if value != "" && value != "Bearer " {
			r.Header.Set(name, value)
		}
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return reply{}, err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return reply{}, err
	}
	got := reply{status: answer.StatusCode, replayed: answer.Header.Get("Idempotency-Replayed") == "true", position: answer.Header.Get("Position"), body: string(data)}
	if answer.StatusCode >= 300 {
		var problem struct{ Code string }
		err = json.Unmarshal(data, &problem)
		got.code = problem.Code
	} else {
		err = json.Unmarshal(data, &got.game)
	}
	return got, err
}

// send sends a request whose answer must have the status.
func (n node) send(t *testing.T, q request, status int) reply {
	t.Helper()
	got, err := n.try(t, q)
	if err != nil {
		t.Fatal(err)
	}
	if got.status != status {
		t.Fatalf("%s: %d, want %d: %s", q.path, got.status, status, got.body)
	}
	return got
}

func (n node) get(t *testing.T, path, token string) reply {
	t.Helper()
	return n.send(t, request{method: http.MethodGet, path: path, token: token}, http.StatusOK)
}

// guest registers a player.
func (n node) guest(t *testing.T, name string) (token string) {
	t.Helper()
	var answer struct {
		AccessToken string `json:"access_token"`
	}
	got := n.send(t, request{path: "/v1/guests", body: fmt.Sprintf(`{"name":%q}`, name)}, http.StatusCreated)
	if err := json.Unmarshal([]byte(got.body), &answer); err != nil {
		t.Fatal(err)
	}
	return answer.AccessToken
}

// table is a game between two players.
type table struct {
	path     string
	cho, han string // tokens
}

// newTable opens a game and brings it to its first turn, each step on the next node.
func newTable(t *testing.T, nodes []node, options string) (table, gameNow) {
	t.Helper()
	step := 0
	next := func() node { step++; return nodes[step%len(nodes)] }
	g := table{cho: next().guest(t, "Cho"), han: next().guest(t, "Han")}
	g.path = "/v1/games/" + next().send(t, request{path: "/v1/games", token: g.cho, body: options}, http.StatusCreated).game.ID
	next().send(t, request{path: g.path + "/join", token: g.han}, http.StatusOK)
	next().send(t, request{path: g.path + "/setup", token: g.han, body: `{"setup":"EHHE"}`}, http.StatusOK)
	started := next().send(t, request{path: g.path + "/setup", token: g.cho, body: `{"setup":"HEEH"}`}, http.StatusOK)
	return g, started.game
}

// toMove is the token of whoever has the turn.
func (g table) toMove(now gameNow) string {
	if now.ToAct == "han" {
		return g.han
	}
	return g.cho
}

// storedEvent is an event as its game's history shows it.
type storedEvent struct {
	Revision uint64
	Type     string
	ID       string
	Data     struct {
		Ply  int
		Move string
	}
}

func (n node) history(t *testing.T, path string) []storedEvent {
	t.Helper()
	var page struct{ Events []storedEvent }
	getJSON(t, string(n)+path+"/events?limit=1000", "", http.StatusOK, &page)
	return page.Events
}

// played are the turns that a history tells, each once and in order.
func played(t *testing.T, events []storedEvent) (moves []string) {
	t.Helper()
	for i, e := range events {
		if e.Revision != uint64(i) {
			t.Errorf("event %d has revision %d", i, e.Revision)
		}
		switch e.Type {
		case "MovePlayed":
			moves = append(moves, e.Data.Move)
		case "TurnPassed":
			moves = append(moves, "pass")
		default:
			continue
		}
		if e.Data.Ply != len(moves) {
			t.Errorf("event of ply %d where %d belongs", e.Data.Ply, len(moves))
		}
	}
	return moves
}

func count(events []storedEvent, eventType string) (n int) {
	for _, e := range events {
		if e.Type == eventType {
			n++
		}
	}
	return n
}

// moves are the legal moves but for the pass: two of those end a game.
func (g gameNow) moves() []string {
	return slices.DeleteFunc(slices.Clone(g.LegalMoves), func(m string) bool { return m == "pass" })
}

// stopAt is a writer that stops what writes once it has said something.
type stopAt struct {
	io.Writer
	words string
	stop  func()
}

func (w stopAt) Write(p []byte) (int, error) {
	if strings.Contains(string(p), w.words) {
		w.stop()
	}
	return w.Writer.Write(p)
}

// levelled waits until every node shows a position in its lists.
func levelled(t *testing.T, nodes []node, position string) {
	t.Helper()
	for _, n := range nodes {
		n.get(t, "/v1/games?after_position="+position, "")
	}
}

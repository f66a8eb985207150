package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/janggid/janggid/eventstore/esdb"
	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// problemCode is the code of a problem that a node answers a GET with.
func (n node) problemCode(t *testing.T, method, path, token, body string) (status int, code string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, string(n)+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var problem struct{ Code string }
	if resp.StatusCode >= 400 {
		if err := json.Unmarshal(text, &problem); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return resp.StatusCode, problem.Code
}

// TestAGameThatOthersDeletedIsGone deletes a game under nodes that have it in
// memory, and others beside it.
func TestAGameThatOthersDeletedIsGone(t *testing.T) {
	for name, tombstone := range map[string]bool{"deleted": false, "tombstoned": true} {
		t.Run(name, func(t *testing.T) {
			server := esdbtest.New(t)
			nodes := startNodes(t, server.ConnectionString(), 2)
			cho := nodes[0].guest(t, "Cho")
			gone := nodes[0].send(t, request{path: "/v1/games", token: cho}, http.StatusCreated).game
			other := nodes[0].send(t, request{path: "/v1/games", token: cho}, http.StatusCreated).game
			path := "/v1/games/" + gone.ID
			nodes[1].get(t, path, cho)
			server.Remove("game-"+gone.ID, tombstone)
			for i, n := range nodes {
				tick := time.NewTicker(5 * time.Millisecond)
				defer tick.Stop()
				for late := time.After(15 * time.Second); ; {
					if _, code := n.problemCode(t, http.MethodGet, path, cho, ""); code == "history_gone" {
						break
					}
					select {
					case <-tick.C:
					case <-late:
						status, code := n.problemCode(t, http.MethodGet, path, cho, "")
						t.Fatalf("node %d answers %d %s", i, status, code)
					}
				}
				for _, call := range []struct{ method, path, body string }{
					{http.MethodGet, path + "/events", ""},
					{http.MethodGet, path + "/stream", ""},
					{http.MethodGet, path + "/legal-moves", ""},
					{http.MethodPost, path + "/abort", "{}"},
					{http.MethodPost, path + "/moves", `{"move":"a4b4"}`},
				} {
					if status, code := n.problemCode(t, call.method, call.path, cho, call.body); status != http.StatusGone || code != "history_gone" {
						t.Errorf("node %d: %s %s: %d %s, want 410 history_gone", i, call.method, call.path, status, code)
					}
				}
				n.send(t, request{path: "/v1/games/" + other.ID + "/abort", token: cho}, map[bool]int{true: http.StatusOK, false: http.StatusConflict}[i == 0])
			}
		})
	}
}

func headOf(t *testing.T, server *esdbtest.Server) uint64 {
	t.Helper()
	store, err := esdb.Open(t.Context(), server.ConnectionString(), esdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	head, err := store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return uint64(head)
}

// TestAStoreThatRefusesEndsTheStart starts nodes where waiting does not help.
func TestAStoreThatRefusesEndsTheStart(t *testing.T) {
	server := esdbtest.New(t, esdbtest.TLS(t), esdbtest.User("admin", "right"))
	url := strings.Replace(server.ConnectionString(), ":right@", ":wrong@", 1) + "&defaultDeadline=100"
	var said transcript
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := serve(ctx, nodeOptions(t, url), &said, t.Output())
	if !errors.Is(err, esdb.ErrRefused) || exitStatus(err) != exitFailure {
		t.Errorf("the node ended with %v", err)
	}
	if strings.Contains(said.text(), "ready to play") {
		t.Error("it said that it was ready")
	}
}

// TestAStreamsTroubleStaysItsOwn starts a node with an empty folder over a store
// in which a game was deleted and scavenged in part, another holds a foreign
// event, and other programs' streams have names that begin alike.
func TestAStreamsTroubleStaysItsOwn(t *testing.T) {
	server := esdbtest.New(t)
	first := startNodes(t, server.ConnectionString(), 1)[0]
	cho, han := first.guest(t, "Cho"), first.guest(t, "Han")
	var games []string
	for range 4 {
		game := first.send(t, request{path: "/v1/games", token: cho}, http.StatusCreated).game
		first.send(t, request{path: "/v1/games/" + game.ID + "/join", token: han}, http.StatusOK)
		first.send(t, request{path: "/v1/games/" + game.ID + "/setup", token: han, body: `{"setup":"EHHE"}`}, http.StatusOK)
		games = append(games, game.ID)
	}
	server.Write("game-lobby42", 2)
	server.Write("player-Özil", 2)
	server.Write("game-"+games[1], 1)
	server.Remove("game-"+games[2], false)
	server.ScavengePartly("game-"+games[2], 0)
	server.Remove("game-"+games[3], true)
	server.Scavenge()

	fresh := startNodes(t, server.ConnectionString(), 1)[0]
	if got := fresh.listed(t, ""); !slices.Contains(got, games[0]) || slices.Contains(got, games[2]) || slices.Contains(got, games[3]) {
		t.Errorf("listed %v, want %s and neither %s nor %s", got, games[0], games[2], games[3])
	}
	for i, want := range []string{"", "history_damaged", "history_gone", "history_gone"} {
		status, code := fresh.problemCode(t, http.MethodGet, "/v1/games/"+games[i], cho, "")
		if code != want {
			t.Errorf("game %d: %d %q, want %q", i, status, code, want)
		}
	}
	if _, code := fresh.problemCode(t, http.MethodGet, "/v1/games/lobby42", cho, ""); code != "not_found" {
		t.Errorf("another program's stream: %s", code)
	}
	fresh.send(t, request{path: "/v1/games/" + games[0] + "/setup", token: cho, body: `{"setup":"HEEH"}`}, http.StatusOK)
}

// TestStreamsOfADeletedGameEnd deletes a game that a player and a spectator follow
// on different nodes.
func TestStreamsOfADeletedGameEnd(t *testing.T) {
	server := esdbtest.New(t)
	nodes := startNodes(t, server.ConnectionString(), 2)
	g, _ := newTable(t, nodes, `{}`)
	streams := []<-chan []string{
		nodes[0].frames(t, g.path+"/stream", g.cho),
		nodes[1].frames(t, g.path+"/stream", nodes[1].guest(t, "Spectator")),
	}
	server.Remove("game-"+strings.TrimPrefix(g.path, "/v1/games/"), false)
	for i, ended := range streams {
		select {
		case names := <-ended:
			if len(names) == 0 || names[len(names)-1] != "reconnect" {
				t.Errorf("stream %d ended with %q, want reconnect at the end", i, names)
			}
		case <-time.After(time.Minute):
			t.Errorf("stream %d has not ended", i)
		}
	}
	if status, code := nodes[0].problemCode(t, http.MethodGet, g.path+"/stream", g.cho, ""); status != http.StatusGone || code != "history_gone" {
		t.Errorf("reconnecting: %d %s, want 410 history_gone", status, code)
	}
}

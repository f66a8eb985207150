package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// listed are the ids of a node's list of games, newest first.
func (n node) listed(t *testing.T, query string) (ids []string) {
	t.Helper()
	var page struct{ Games []struct{ ID string } }
	if err := json.Unmarshal([]byte(n.get(t, "/v1/games?limit=100"+query, "").body), &page); err != nil {
		t.Fatal(err)
	}
	for _, g := range page.Games {
		ids = append(ids, g.ID)
	}
	return ids
}

// TestAGameIsKnownAtOnceOnEveryNode reads what one node made on another that has
// not heard of it yet: its game, its room, its newer revisions.
func TestAGameIsKnownAtOnceOnEveryNode(t *testing.T) {
	cluster := esdbtest.NewCluster(t, 3)
	a, _ := start(t, nodeOptions(t, cluster.ConnectionString()))
	b, _ := start(t, nodeOptions(t, cluster.Node(1).ConnectionString()+"&nodePreference=follower"))
	here, there := node(a), node(b)
	cho, han := here.guest(t, "Cho"), here.guest(t, "Han")
	cluster.Node(1).SetLag(true) // all that the second node follows stands still
	cluster.Node(2).SetLag(true)

	created := here.send(t, request{path: "/v1/games", token: cho}, http.StatusCreated)
	path := "/v1/games/" + created.game.ID
	if seen := there.get(t, path, cho); seen.body != created.body {
		t.Errorf("the new game is\n%s\nwant\n%s", seen.body, created.body)
	}
	if seen := there.get(t, "/v1/rooms/"+strings.ToLower(created.game.Room), cho); seen.body != created.body {
		t.Errorf("the new room is\n%s\nwant\n%s", seen.body, created.body)
	}
	joined := here.send(t, request{path: path + "/join", token: han}, http.StatusOK)
	// What the second node remembers is old now, and nobody tells it.
	if seen := there.get(t, fmt.Sprintf("%s?min_revision=%d", path, joined.game.Revision), han); seen.body != joined.body {
		t.Errorf("at revision %d the game is\n%s\nwant\n%s", joined.game.Revision, seen.body, joined.body)
	}
	here.send(t, request{path: path + "/setup", token: han, body: `{"setup":"EHHE"}`}, http.StatusOK)
	// Commands are decided on the newest game, whatever the node remembers.
	begun := there.send(t, request{path: path + "/setup", token: cho, body: `{"setup":"HEEH"}`}, http.StatusOK)
	if begun.game.Status != "playing" {
		t.Errorf("after both setups the game is %s", begun.game.Status)
	}
	moved := here.send(t, request{path: path + "/moves", token: cho, body: `{"move":"a4b4","ply":0}`}, http.StatusOK)
	if answered := there.send(t, request{path: path + "/moves", token: han, body: `{"move":"a7b7","ply":1}`}, http.StatusOK); answered.game.Ply != moved.game.Ply+1 {
		t.Errorf("ply %d after the answer", answered.game.Ply)
	}

	late := there.send(t, request{method: http.MethodGet, path: "/v1/games?after_position=" + moved.position}, http.StatusServiceUnavailable)
	if late.code != "not_yet_visible" {
		t.Errorf("a list that cannot show the position says %s", late.code)
	}
	cluster.Node(1).SetLag(false)
	cluster.Node(2).SetLag(false)
	if ids := there.listed(t, "&after_position="+moved.position); !slices.Equal(ids, []string{created.game.ID}) {
		t.Errorf("the list shows %v", ids)
	}
}

// TestListsConverge creates games on all nodes and compares the nodes' lists at
// the last position.
func TestListsConverge(t *testing.T) {
	nodes := startNodes(t, esdbtest.New(t).ConnectionString(), 3)
	player := nodes[0].guest(t, "Player")
	for round := range 5 {
		var positions []string
		for i, r := range atOnce(nodes, func(i int) (reply, error) {
			return nodes[i].try(t, request{path: "/v1/games", token: player, body: `{"opponent":{"type":"self"}}`})
		}) {
			if r.err != nil || r.status != http.StatusCreated {
				t.Fatalf("node %d: %d %v", i, r.status, r.err)
			}
			positions = append(positions, r.position)
			// Whoever wrote sees it in the list of any node.
			other := nodes[(i+1)%len(nodes)]
			if ids := other.listed(t, "&after_position="+r.position); !slices.Contains(ids, r.game.ID) {
				t.Errorf("round %d: node %d does not list what node %d made at %s", round, (i+1)%len(nodes), i, r.position)
			}
		}
		var lists [][]string
		for _, n := range nodes {
			for _, p := range positions {
				levelled(t, []node{n}, p)
			}
			lists = append(lists, n.listed(t, ""))
		}
		for i := range lists {
			if len(lists[i]) != 3*(round+1) || !slices.Equal(lists[i], lists[0]) {
				t.Fatalf("round %d: node %d lists %v, node 0 %v", round, i, lists[i], lists[0])
			}
		}
	}
}

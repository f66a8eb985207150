package main

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// TestATimeOutIsDecidedOnce lets the time run out in games that all nodes watch.
// Half of them are pushed by late moves too, through all nodes at once.
func TestATimeOutIsDecidedOnce(t *testing.T) {
	nodes := startNodes(t, esdbtest.New(t).ConnectionString(), 3)
	type late struct {
		table
		now gameNow
	}
	var games []late
	for range 8 {
		g, now := newTable(t, nodes, `{"time_control":{"type":"per_move","per_move_ms":1000}}`)
		games = append(games, late{g, now})
	}
	// A wait for a revision ends after 2 s at the latest: past the deadline, and
	// before any node takes the time-out for granted.
	last := games[len(games)-1]
	_, err := nodes[0].try(t, request{method: http.MethodGet, path: fmt.Sprintf("%s?min_revision=%d", last.path, last.now.Revision+1)})
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range games {
		if i%2 == 0 {
			continue
		}
		for n, r := range atOnce(nodes, func(n int) (reply, error) {
			return nodes[n].try(t, request{path: g.path + "/moves", token: g.cho, key: "late", body: fmt.Sprintf(`{"move":%q}`, g.now.moves()[0])})
		}) {
			if r.err != nil || r.status != http.StatusConflict || r.code != "game_over" {
				t.Errorf("game %d: node %d says %d %s %v to a move after the deadline", i, n, r.status, r.code, r.err)
			}
		}
	}
	for i, g := range games {
		n := nodes[i%len(nodes)]
		over := awaitRevision(t, n, g.path, g.now.Revision+2)
		if over.Status != "ended" || over.Outcome == nil || over.Outcome.Reason != "time" || over.Outcome.Result != "han" {
			t.Errorf("game %d is %s, %+v", i, over.Status, over.Outcome)
		}
		events := n.history(t, g.path)
		if count(events, "TimeExpired") != 1 || count(events, "GameEnded") != 1 || len(events) != int(g.now.Revision)+3 {
			t.Errorf("game %d: %d time-outs, %d ends in %d events", i, count(events, "TimeExpired"), count(events, "GameEnded"), len(events))
		}
	}
}

// awaitRevision asks a node until the game has come to a revision. The node
// itself waits for it, 2 s at a time.
func awaitRevision(t *testing.T, n node, path string, revision uint64) gameNow {
	t.Helper()
	for range 5 {
		got, err := n.try(t, request{method: http.MethodGet, path: fmt.Sprintf("%s?min_revision=%d", path, revision)})
		if err != nil {
			t.Fatal(err)
		}
		if got.status == http.StatusOK {
			return got.game
		}
	}
	t.Fatalf("%s did not come to revision %d", path, revision)
	return gameNow{}
}

package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

func TestOneGameThroughAlternatingNodes(t *testing.T) {
	for _, n := range []int{2, 3} {
		t.Run(fmt.Sprint(n, " nodes"), func(t *testing.T) {
			nodes := startNodes(t, esdbtest.New(t).ConnectionString(), n)
			g, now := newTable(t, nodes, `{}`)
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			chance := rand.New(rand.NewPCG(seed, 0))
			var made []string
			for ply := 0; ply < 40 && now.Status == "playing" && len(now.moves()) > 0; ply++ {
				move := now.moves()[chance.IntN(len(now.moves()))]
				q := request{path: g.path + "/moves", token: g.toMove(now), body: fmt.Sprintf(`{"move":%q,"ply":%d}`, move, ply)}
				now = nodes[ply%n].send(t, q, http.StatusOK).game
				made = append(made, move)
			}
			for i, node := range nodes {
				seen := node.get(t, fmt.Sprintf("%s?min_revision=%d", g.path, now.Revision), "").game
				if seen.FEN != now.FEN || !slices.Equal(seen.Moves, made) {
					t.Errorf("node %d shows %s after %v, want %s", i, seen.FEN, seen.Moves, now.FEN)
				}
				if moves := played(t, node.history(t, g.path)); !slices.Equal(moves, made) {
					t.Errorf("node %d tells the moves %v, want %v", i, moves, made)
				}
			}
		})
	}
}

// TestNodesRaceForATurn sends a turn through all nodes at once. One is made; what
// the others say depends on what their request was meant for.
func TestNodesRaceForATurn(t *testing.T) {
	nodes := startNodes(t, esdbtest.New(t).ConnectionString(), 3)
	tests := []struct {
		name    string
		request func(g table, now gameNow, move string) request
		status  int
		code    string
	}{
		{"for a ply", func(g table, now gameNow, move string) request {
			return request{path: g.path + "/moves", token: g.toMove(now), body: fmt.Sprintf(`{"move":%q,"ply":%d}`, move, now.Ply)}
		}, http.StatusConflict, "wrong_ply"},
		{"for a revision", func(g table, now gameNow, move string) request {
			return request{path: g.path + "/moves", token: g.toMove(now), match: fmt.Sprintf(`"%d"`, now.Revision), body: fmt.Sprintf(`{"move":%q}`, move)}
		}, http.StatusPreconditionFailed, "stale_revision"},
		{"for whatever is on the board", func(g table, now gameNow, move string) request {
			return request{path: g.path + "/moves", token: g.toMove(now), body: fmt.Sprintf(`{"move":%q}`, move)}
		}, http.StatusConflict, "not_your_turn"},
		{"a resignation", func(g table, now gameNow, move string) request {
			return request{path: g.path + "/resign", token: g.toMove(now)}
		}, http.StatusConflict, "game_over"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, now := newTable(t, nodes, `{}`)
			for round := range 6 {
				moves := now.moves()
				replies := atOnce(nodes, func(i int) (reply, error) {
					// Different moves: the nodes do not agree by chance.
					return nodes[i].try(t, tt.request(g, now, moves[(round+i)%len(moves)]))
				})
				before := now
				won := 0
				for _, r := range replies {
					switch {
					case r.err != nil:
						t.Fatal(r.err)
					case r.status == http.StatusOK:
						won++
						now = r.game
					case r.status != tt.status || r.code != tt.code:
						t.Errorf("round %d: a loser is told %d %s, want %d %s", round, r.status, r.code, tt.status, tt.code)
					}
				}
				if won != 1 {
					t.Fatalf("round %d: %d nodes say that they made the turn", round, won)
				}
				if now.Status == "ended" {
					break
				}
				if now.Ply != before.Ply+1 {
					t.Errorf("round %d: ply %d after ply %d", round, now.Ply, before.Ply)
				}
			}
			if moves := played(t, nodes[0].history(t, g.path)); len(moves) != now.Ply {
				t.Errorf("%d turns are stored, %d were acknowledged", len(moves), now.Ply)
			}
		})
	}
}

// outcome is a reply, or why there was none.
type outcome struct {
	reply
	err error
}

// atOnce lets every node do something at the same time.
func atOnce(nodes []node, do func(i int) (reply, error)) []outcome {
	outcomes := make([]outcome, len(nodes))
	begin := make(chan struct{})
	var group sync.WaitGroup
	for i := range nodes {
		group.Go(func() {
			<-begin
			outcomes[i].reply, outcomes[i].err = do(i)
		})
	}
	close(begin)
	group.Wait()
	return outcomes
}

// TestARetryIsRecognisedByTheOtherNode repeats each kind of command, with its key,
// on a node that has not seen the first attempt.
func TestARetryIsRecognisedByTheOtherNode(t *testing.T) {
	nodes := startNodes(t, esdbtest.New(t).ConnectionString(), 2)
	a, b := nodes[0], nodes[1]
	cho, han := a.guest(t, "Cho"), b.guest(t, "Han")
	twice := func(q request, status int) reply {
		t.Helper()
		first := a.send(t, q, status)
		second := b.send(t, q, status)
		if first.replayed || !second.replayed {
			t.Errorf("%s: replayed %v, then %v", q.path, first.replayed, second.replayed)
		}
		if second.body != first.body || second.position != first.position {
			t.Errorf("%s: the retry is answered at %s with\n%s\nwant at %s\n%s", q.path, second.position, second.body, first.position, first.body)
		}
		q.body = `{"labels":{"other":"body"}}`
		if q.path != "/v1/games" {
			q.body = `{"ply":7}`
		}
		if other := b.send(t, q, http.StatusUnprocessableEntity); other.code != "idempotency_mismatch" {
			t.Errorf("%s with another body: %s", q.path, other.code)
		}
		a, b = b, a
		return second
	}
	path := "/v1/games/" + twice(request{path: "/v1/games", token: cho, key: "new"}, http.StatusCreated).game.ID
	join := twiceJoin(t, a, b, request{path: path + "/join", token: han, key: "join", body: `{}`})
	if join.game.Players["han"] == nil {
		t.Errorf("nobody sits opposite: %s", join.body)
	}
	a.send(t, request{path: path + "/setup", token: han, body: `{"setup":"EHHE"}`}, http.StatusOK)
	b.send(t, request{path: path + "/setup", token: cho, body: `{"setup":"HEEH"}`}, http.StatusOK)
	twice(request{path: path + "/pass", token: cho, key: "turn-0", body: `{"ply":0}`}, http.StatusOK)
	twice(request{path: path + "/resign", token: han, key: "give-up", body: `{}`}, http.StatusOK)
	events := a.history(t, path)
	for _, kind := range []string{"GameCreated", "PlayerJoined", "TurnPassed", "PlayerResigned", "GameEnded"} {
		if n := count(events, kind); n != 1 {
			t.Errorf("%d events %s", n, kind)
		}
	}
}

// twiceJoin is a join with its retry on the other node. What it answers to the
// retry is the game as of the first.
func twiceJoin(t *testing.T, a, b node, q request) reply {
	t.Helper()
	first, second := a.send(t, q, http.StatusOK), b.send(t, q, http.StatusOK)
	if !second.replayed || second.body != first.body {
		t.Errorf("the retried join is answered, replayed %v, with\n%s\nwant\n%s", second.replayed, second.body, first.body)
	}
	return first
}

// TestRetriesRaceOnAllNodes sends the same command with the same key through all
// nodes at once: all are told the same, and one event is stored.
func TestRetriesRaceOnAllNodes(t *testing.T) {
	nodes := startNodes(t, esdbtest.New(t).ConnectionString(), 3)
	player := nodes[0].guest(t, "Player")
	for round := range 8 {
		created := agreed(t, nodes, request{path: "/v1/games", token: player, key: fmt.Sprint("game-", round), body: `{"opponent":{"type":"self"},"start_fen":"4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"}`})
		path := "/v1/games/" + created.game.ID
		moved := agreed(t, nodes, request{path: path + "/moves", token: player, key: "first", body: `{"move":"a2a3","ply":0}`})
		if moved.game.Ply != 1 {
			t.Errorf("ply %d after one turn", moved.game.Ply)
		}
		if moves := played(t, nodes[round%3].history(t, path)); !slices.Equal(moves, []string{"a2a3"}) {
			t.Errorf("the turns %v are stored", moves)
		}
	}
}

func agreed(t *testing.T, nodes []node, q request) reply {
	t.Helper()
	var first reply
	fresh := 0
	for i, r := range atOnce(nodes, func(i int) (reply, error) { return nodes[i].try(t, q) }) {
		if r.err != nil || r.status >= 300 {
			t.Fatalf("%s: %d %v %s", q.path, r.status, r.err, r.body)
		}
		if !r.replayed {
			fresh++
		}
		if i == 0 {
			first = r.reply
		}
		if r.body != first.body {
			t.Errorf("%s: one node says\n%s\nanother\n%s", q.path, first.body, r.body)
		}
	}
	if fresh != 1 {
		t.Errorf("%s: %d nodes say that theirs was the first attempt", q.path, fresh)
	}
	return first
}

// TestTokensAreGoodOnEveryNode has one node's guest act on the others, where it is
// known by name at once.
func TestTokensAreGoodOnEveryNode(t *testing.T) {
	nodes := startNodes(t, esdbtest.New(t).ConnectionString(), 2)
	token := nodes[0].guest(t, "Sejong")
	created := nodes[1].send(t, request{path: "/v1/games", token: token}, http.StatusCreated)
	if cho := created.game.Players["cho"]; cho == nil || cho.Name != "Sejong" {
		t.Errorf("the game is %s", created.body)
	}
	o := nodeOptions(t, esdbtest.New(t).ConnectionString())
	o.tokens.key = "a key of its own, that no other node has"
	o.tokens.key = fmt.Sprintf("%x", o.tokens.key)
	stranger, _ := start(t, o)
	if got := node(stranger).send(t, request{path: "/v1/games", token: token}, http.StatusUnauthorized); got.code != "unauthenticated" {
		t.Errorf("a server with another key says %s", got.code)
	}
}

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/janggid/janggid/eventstore/esdb/esdbtest"
)

// party is some games that are played at the same time, each against oneself,
// every turn on the next node. Where a node does not answer, or cannot say what
// became of a turn, the turn is sent again with its key to the next one.
type party struct {
	t     *testing.T
	nodes []node
	games int
	turns int // in each game
	// made is told after every acknowledged turn how many there are by now.
	made func(turns int)
	// refused is told of every answer of a node that had trouble.
	refused func(reply)
}

type partyGame struct {
	path  string
	moves []string // acknowledged
	last  gameNow
}

// play returns the games as they were acknowledged.
func (p party) play() []partyGame {
	p.t.Helper()
	seed := rand.Uint64()
	p.t.Logf("seed %d", seed)
	player := p.nodes[0].guest(p.t, "Player")
	games := make([]partyGame, p.games)
	var turns atomic.Int64
	var group sync.WaitGroup
	for i := range games {
		chance := rand.New(rand.NewPCG(seed, uint64(i)))
		group.Go(func() {
			games[i] = p.playOne(player, fmt.Sprint("game-", i), chance, func() { p.made(int(turns.Add(1))) })
		})
	}
	group.Wait()
	return games
}

func (p party) playOne(player, key string, chance *rand.Rand, made func()) (g partyGame) {
	turn := chance.IntN(len(p.nodes))
	created, ok := p.insist(&turn, request{path: "/v1/games", token: player, key: key, body: `{"ruleset":"record","opponent":{"type":"self"},"time_control":{"type":"unlimited"}}`})
	if !ok {
		return g
	}
	g.path = "/v1/games/" + created.game.ID
	for _, setup := range []string{"HEHE", "EHHE"} {
		created, ok = p.insist(&turn, request{path: g.path + "/setup", token: player, key: "setup-" + setup, body: fmt.Sprintf(`{"setup":%q}`, setup)})
		if !ok {
			return g
		}
	}
	g.last = created.game
	for len(g.moves) < p.turns && g.last.Status == "playing" && len(g.last.moves()) > 0 {
		move := g.last.moves()[chance.IntN(len(g.last.moves()))]
		moved, ok := p.insist(&turn, request{
			path: g.path + "/moves", token: player, key: fmt.Sprint("turn-", len(g.moves)),
			body: fmt.Sprintf(`{"move":%q,"ply":%d}`, move, len(g.moves)),
		})
		if !ok {
			return g
		}
		g.moves, g.last = append(g.moves, move), moved.game
		made()
	}
	return g
}

// insist sends a request to one node after the other until one carries it out.
func (p party) insist(turn *int, q request) (reply, bool) {
	const tries = 40
	var last reply
	for range tries {
		*turn++
		r, err := p.nodes[*turn%len(p.nodes)].try(p.t, q)
		if err == nil && r.status < 300 {
			return r, true
		}
		if err == nil && r.status != http.StatusServiceUnavailable {
			p.t.Errorf("%s: %d %s", q.path, r.status, r.body)
			return r, false
		}
		if last = r; err == nil && p.refused != nil {
			p.refused(r)
		}
	}
	p.t.Errorf("%s: no node carried it out in %d tries; last %d %s", q.path, tries, last.status, last.body)
	return reply{}, false
}

// check finds every acknowledged turn once, and no other, on every node.
func (p party) check(games []partyGame, nodes []node) {
	p.t.Helper()
	for _, g := range games {
		for i, n := range nodes {
			now := n.get(p.t, fmt.Sprintf("%s?min_revision=%d", g.path, g.last.Revision), "").game
			if now.Revision != g.last.Revision || now.FEN != g.last.FEN || !slices.Equal(now.Moves, g.moves) {
				p.t.Errorf("%s: node %d shows %v at revision %d, acknowledged were %v at %d", g.path, i, now.Moves, now.Revision, g.moves, g.last.Revision)
			}
		}
		if moves := played(p.t, nodes[0].history(p.t, g.path)); !slices.Equal(moves, g.moves) {
			p.t.Errorf("%s: stored are %v, acknowledged were %v", g.path, moves, g.moves)
		}
	}
}

// TestGamesGoOnThroughFaultsOfTheStore plays while answers are lost, connections
// cut, the leader changes and the store goes away.
func TestGamesGoOnThroughFaultsOfTheStore(t *testing.T) {
	tests := []struct {
		name  string
		trial func(c *esdbtest.Cluster, turns int) // after every turn
		long  bool
	}{
		{"lost answers", func(c *esdbtest.Cluster, turns int) {
			faults := []esdbtest.AppendFault{
				{Stored: true, Err: esdbtest.ErrTimedOut}, {Err: esdbtest.ErrTimedOut}, {Stored: true, Cut: true}, {Cut: true},
				{Err: esdbtest.ErrTooBusy}, {Err: esdbtest.ErrNoLeader}, {NoPosition: true},
			}
			if turns%3 == 0 { // retries meet the next fault: with one each turn hardly anything gets through
				c.Node(0).InjectAppends(faults[turns/3%len(faults)])
			}
		}, false},
		{"lost answers, and retries that the store does not recognise", func(c *esdbtest.Cluster, turns int) {
			c.Node(0).SetIdempotence(false)
			if turns%3 == 0 {
				c.Node(0).InjectAppends(esdbtest.AppendFault{Stored: turns%2 == 0, Err: esdbtest.ErrTimedOut})
			}
		}, true},
		{"reads and subscriptions break", func(c *esdbtest.Cluster, turns int) {
			c.Node(0).InjectReads(esdbtest.ReadFault{After: turns % 3, Err: esdbtest.ErrNotReady}, esdbtest.ReadFault{After: 1, Cut: turns%5 == 0})
			if turns%10 == 0 {
				c.Node(0).DropSubscriptions()
			}
		}, false},
		{"the leader changes", func(c *esdbtest.Cluster, turns int) {
			if turns%15 == 0 {
				c.Elect(turns / 15 % 3)
			}
		}, false},
		{"the leader dies", func(c *esdbtest.Cluster, turns int) {
			if turns%40 != 0 {
				return
			}
			c.Node((turns/40 + 2) % 3).Start() // the one that died before
			c.Node(turns / 40 % 3).Stop()
			c.Elect((turns/40 + 1) % 3)
		}, true},
		{"the store goes away and is back", func(c *esdbtest.Cluster, turns int) {
			if turns%40 == 20 {
				for i := range 3 {
					c.Node(i).Stop()
				}
				for i := range 3 {
					c.Node(i).Start()
				}
			}
		}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.long && testing.Short() {
				t.Skip("one of the longer trials")
			}
			cluster := esdbtest.NewCluster(t, 3)
			p := party{t: t, nodes: startNodes(t, cluster.ConnectionString(), 3), games: 4, turns: 20}
			if !testing.Short() {
				p.games, p.turns = 6, 20
			}
			var mu sync.Mutex
			p.made = func(turns int) {
				mu.Lock()
				defer mu.Unlock()
				tt.trial(cluster, turns)
			}
			p.check(p.play(), p.nodes)
		})
	}
}

// TestTheStoreIsAwayUntilSomebodyIsTold plays on once nodes have said that the
// store is away.
func TestTheStoreIsAwayUntilSomebodyIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("nodes are patient for seconds")
	}
	server := esdbtest.New(t)
	p := party{t: t, nodes: startNodes(t, server.ConnectionString(), 2), games: 4, turns: 20}
	var refused atomic.Int64
	p.made = func(turns int) {
		if turns == 30 {
			server.Stop()
		}
	}
	p.refused = func(r reply) {
		if r.code != "unavailable" && r.code != "outcome_unknown" {
			t.Errorf("a node without its store says %s", r.code)
		}
		refused.Add(1)
		server.Start()
	}
	games := p.play()
	if refused.Load() == 0 {
		t.Error("nobody was told that the store is away")
	}
	p.check(games, p.nodes)
}

// TestANodeThatStartsWithoutItsStoreWaitsForIt starts a node that has a read model
// while the store is away.
func TestANodeThatStartsWithoutItsStoreWaitsForIt(t *testing.T) {
	if testing.Short() {
		t.Skip("nodes are patient for seconds")
	}
	server := esdbtest.New(t)
	o := nodeOptions(t, server.ConnectionString())
	base, stop := start(t, o)
	created := node(base).send(t, request{path: "/v1/games", token: node(base).guest(t, "Player")}, http.StatusCreated)
	levelled(t, []node{node(base)}, created.position)
	stop()
	server.Stop()
	o.logLevel = "warn"
	waiting, cancel := context.WithCancel(t.Context())
	defer cancel()
	// It says so, and the store comes back.
	said := stopAt{t.Output(), "waiting for the event store", server.Start}
	ready := stopAt{t.Output(), "Store", cancel}
	if err := serve(waiting, o, ready, said); err != nil {
		t.Errorf("the node ended with %v", err)
	}
	if waiting.Err() == nil {
		t.Error("the node ended before it was ready")
	}
}

// TestOthersGoOnWhenANodeIsKilled kills one of three processes in the middle of
// many games; clients go to the others. Started again, it catches up.
func TestOthersGoOnWhenANodeIsKilled(t *testing.T) {
	const killAfter = 60
	server := esdbtest.New(t)
	data := t.TempDir()
	base, kill := startNodeProcess(t, server, data)
	nodes := append(startNodes(t, server.ConnectionString(), 2), node(base))
	p := party{t: t, nodes: nodes, games: 8, turns: 25, made: func(turns int) {
		if turns == killAfter {
			kill()
		}
	}}
	games := p.play()
	base, _ = startNodeProcess(t, server, data)
	nodes[2] = node(base)
	p.check(games, nodes)
	last := nodes[0].send(t, request{path: "/v1/games", token: nodes[0].guest(t, "Player")}, http.StatusCreated)
	levelled(t, nodes, last.position)
	want := nodes[0].listed(t, "")
	for i, n := range nodes {
		if got := n.listed(t, ""); len(got) != len(games)+1 || !slices.Equal(got, want) {
			t.Errorf("node %d lists %v, want %v", i, got, want)
		}
	}
}

// startNodeProcess runs a node as a process of its own, told by its environment
// where the store is.
func startNodeProcess(t *testing.T, server *esdbtest.Server, data string) (base string, kill func()) {
	t.Helper()
	cmd := exec.Command("janggid", "serve")
	cmd.Env = append(cmd.Environ(), "JANGGID_ADDR=127.0.0.1:0", "JANGGID_DATA="+data, "JANGGID_LIMITS=off", "JANGGID_LOG_LEVEL=error",
		"JANGGID_STORE="+server.ConnectionString(), "JANGGID_TOKEN_KEY="+sharedKey)
	return startCommand(t, cmd)
}

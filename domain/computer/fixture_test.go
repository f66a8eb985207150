package computer

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/player"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

const ann = "ann"

// someDay is where clocks stand that nobody moves.
var someDay = time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)

// clock tells a time that tests move. With a tick it goes on by itself, whenever
// somebody looks at it.
type clock struct {
	mu   sync.Mutex
	at   time.Time
	tick time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(c.tick)
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// node is a server's share of the computers.
type node struct {
	t       *testing.T
	store   eventstore.Store
	journal *journal.Journal
	runner  *Runner
	clock   *clock
}

// newNode makes a node over a store, or over one of its own; its computers play
// once they run.
func newNode(t *testing.T, store eventstore.Store, o Options) *node {
	t.Helper()
	if store == nil {
		store = memory.New()
	}
	n := &node{t: t, store: store, clock: &clock{at: someDay}}
	if o.Now == nil {
		o.Now = n.clock.now
	}
	if o.Running == nil {
		o.Running = func(ctx context.Context, head eventstore.Position) ([]string, error) {
			return createdUntil(ctx, store, head)
		}
	}
	o.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	n.journal = journal.New(store, journal.Options{Key: []byte("a key that only tests know, 32 B+")})
	n.runner = New(n.journal, store, o)
	return n
}

// createdUntil are the games that a store held at a position.
func createdUntil(ctx context.Context, store eventstore.Store, head eventstore.Position) (ids []string, err error) {
	for r, err := range store.ReadAll(ctx, 0) {
		if err != nil || r.Position > head {
			return ids, err
		}
		if id, ok := journal.GameID(r.Stream); ok && r.Revision == 0 {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// run has the computers play until the test ends, or before.
func (n *node) run() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- n.runner.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			n.t.Errorf("the computers ended with %v", err)
		}
	})
	n.t.Cleanup(stop)
	return stop
}

func against(strength int, edits ...func(*game.Create)) game.Create {
	return creation(func(c *game.Create) { c.Opponent, c.Against = game.OpponentComputer, player.ComputerID(strength) }, edits...)
}

func computers(cho, han int, edits ...func(*game.Create)) game.Create {
	return creation(func(c *game.Create) {
		c.Opponent, c.Both = game.OpponentComputers, &game.BySide[string]{Cho: player.ComputerID(cho), Han: player.ComputerID(han)}
	}, edits...)
}

func creation(edit func(*game.Create), edits ...func(*game.Create)) game.Create {
	ruleset, _ := game.RulesetNamed(game.DefaultPreset)
	c := game.Create{
		Player: ann, Side: janggi.Cho, Ruleset: ruleset, TimeControl: game.TimeControl{Type: game.Unlimited},
		Visibility: game.Public, Seed: 7,
	}
	edit(&c)
	for _, edit := range edits {
		edit(&c)
	}
	return c
}

func startingAt(fen string) func(*game.Create) { return func(c *game.Create) { c.StartFEN = fen } }

func (n *node) create(c game.Create) *journal.Game {
	n.t.Helper()
	result, err := n.journal.Create(n.t.Context(), c, journal.Request{At: game.InstantOf(n.clock.now()), Actor: ann})
	if err != nil {
		n.t.Fatal(err)
	}
	return result.Game
}

// do carries a command of ann's out.
func (n *node) do(id string, c game.Command) *journal.Game {
	n.t.Helper()
	result, err := n.journal.Execute(n.t.Context(), id, journal.Request{Command: c, At: game.InstantOf(n.clock.now()), Actor: ann})
	if err != nil || result.Refusal != nil {
		n.t.Fatalf("%T: %v, %v", c, err, result.Refusal)
	}
	return result.Game
}

// until waits for a game to be as a test wants it.
func (n *node) until(id, what string, holds func(*game.State) bool) *journal.Game {
	n.t.Helper()
	ctx, cancel := context.WithTimeout(n.t.Context(), time.Minute)
	defer cancel()
	for _, err := range n.store.Subscribe(ctx, 0) {
		if err != nil {
			n.t.Fatal(err)
		}
		g, err := n.journal.Refresh(ctx, id)
		if err != nil {
			n.t.Fatal(err)
		}
		if holds(&g.State) {
			return g
		}
	}
	g, _ := n.journal.Refresh(n.t.Context(), id)
	n.t.Fatalf("waited a minute for %s; the game is %s at ply %d, revision %d", what, g.State.Status, g.State.Ply(), g.Revision)
	return nil
}

func over(s *game.State) bool { return s.Status == game.Over }

func atPly(ply int) func(*game.State) bool {
	return func(s *game.State) bool { return s.Started && s.Ply() >= ply }
}

// turns are the events of a game's turns.
func (n *node) turns(g *journal.Game) []game.Event {
	n.t.Helper()
	played, err := n.journal.Played(n.t.Context(), g)
	if err != nil {
		n.t.Fatal(err)
	}
	events := make([]game.Event, len(played))
	for i, p := range played {
		events[i] = p.Event
	}
	return events
}

func searchOf(e game.Event) *game.Search {
	switch e := e.(type) {
	case game.MovePlayed:
		return e.Search
	case game.TurnPassed:
		return e.Search
	}
	return nil
}

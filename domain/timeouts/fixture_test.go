package timeouts

import (
	"context"
	"encoding/binary"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/domain/journal/subscription"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// world is a store with a node that plays games in it, by the bubble's clock.
type world struct {
	t       *testing.T
	store   *memory.Store
	journal *journal.Journal
}

const cho, han = "player-of-cho", "player-of-han"

func newWorld(t *testing.T) *world {
	store := memory.New()
	return &world{t, store, node(store, 1)}
}

// node is a journal as each node has its own.
func node(store eventstore.Store, seed uint64) *journal.Journal {
	var key [32]byte
	binary.BigEndian.PutUint64(key[:], seed)
	ids := rand.NewChaCha8(key)
	return journal.New(store, journal.Options{
		Key:   []byte("a key for tests"),
		NewID: func() uuid.UUID { return uuid.Must(uuid.NewRandomFromReader(ids)) },
	})
}

// watching runs a manager on a node of its own until stop is called or the test
// ends.
func (w *world) watching(seed uint64, o Options) (m *Manager, stop func()) {
	w.t.Helper()
	j := node(w.store, seed)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	sub := subscription.New(j, w.store, o.Logger)
	m = New(j, w.store, sub, o)
	ctx, cancel := context.WithCancel(w.t.Context())
	var running sync.WaitGroup
	running.Go(func() { sub.Run(ctx) })
	running.Go(func() { m.Run(ctx) })
	stop = sync.OnceFunc(func() {
		cancel()
		running.Wait()
	})
	w.t.Cleanup(stop)
	return m, stop
}

func now() game.Instant { return game.InstantOf(time.Now()) }

// standard is a game with the defaults.
func standard() game.Create {
	ruleset, _ := game.RulesetNamed(game.DefaultPreset)
	return game.Create{
		Player: cho, Side: janggi.Cho, Opponent: game.OpponentHuman, Ruleset: ruleset,
		TimeControl: game.DefaultTimeControl(), SetupMS: game.DefaultSetupMS, Visibility: game.Public,
	}
}

func (w *world) create(c game.Create) *journal.Game {
	w.t.Helper()
	result, err := w.journal.Create(context.Background(), c, journal.Request{At: now(), Actor: c.Player})
	if err != nil {
		w.t.Fatal(err)
	}
	return result.Game
}

// do carries out a command, which must not be refused.
func (w *world) do(id string, c game.Command) *journal.Game {
	w.t.Helper()
	result, err := w.journal.Execute(context.Background(), id, journal.Request{Command: c, At: now()})
	if err != nil || result.Refusal != nil {
		w.t.Fatalf("%#v: %v, %v", c, err, result.Refusal)
	}
	return result.Game
}

// playing brings a new game to its first turn.
func (w *world) playing() *journal.Game {
	w.t.Helper()
	g := w.create(standard())
	w.do(g.ID, game.Join{Player: han})
	w.do(g.ID, game.ChooseSetup{Player: han, Setup: janggi.HEEH})
	return w.do(g.ID, game.ChooseSetup{Player: cho, Setup: janggi.EHHE})
}

// turn makes a legal move.
func (w *world) turn(g *journal.Game) *journal.Game {
	w.t.Helper()
	side, _ := g.State.ToAct()
	move := g.State.Game.LegalMoves()[0]
	return w.do(g.ID, game.PlayMove{Player: g.State.Seats[side].ID, Text: move.String()})
}

func (w *world) game(id string) game.State {
	w.t.Helper()
	g, err := w.journal.Refresh(context.Background(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return g.State
}

// fixedIndex knows deadlines as of a position.
type fixedIndex struct {
	deadlines map[string]game.Instant
	position  eventstore.Position
	err       error
}

func (i fixedIndex) Deadlines(_ context.Context, each func(string, game.Instant)) (eventstore.Position, error) {
	for id, deadline := range i.deadlines {
		each(id, deadline)
	}
	return i.position, i.err
}

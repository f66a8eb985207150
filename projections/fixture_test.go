package projections

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// world is a store with a node that plays games in it.
type world struct {
	t       testing.TB
	store   *memory.Store
	journal *journal.Journal
	now     game.Instant
	random  *rand.Rand
	players []string
	games   []string // not over
}

var epoch = game.Instant(1_767_323_045_678) // 2026-01-02

func newWorld(t testing.TB, seed uint64) *world {
	random := rand.New(rand.NewPCG(seed, 1))
	store := memory.New()
	w := &world{t: t, store: store, now: epoch, random: random}
	w.journal = node(store, seed)
	for i := range 3 {
		w.register(fmt.Sprintf("player %d", i))
	}
	return w
}

// node is a journal as each node has its own, whose ids follow from a seed.
func node(store eventstore.Store, seed uint64) *journal.Journal {
	var key [32]byte
	binary.BigEndian.PutUint64(key[:], seed)
	ids := rand.NewChaCha8(key)
	return journal.New(store, journal.Options{
		Key:   []byte("a key for tests"),
		NewID: func() uuid.UUID { return uuid.Must(uuid.NewRandomFromReader(ids)) },
	})
}

// open opens a model over the world's store on another node than the one that
// plays. It is closed with the test.
func (w *world) open(path string, o Options) *Model {
	w.t.Helper()
	return w.openOn(node(w.store, 99), path, o)
}

func (w *world) openOn(j *journal.Journal, path string, o Options) *Model {
	w.t.Helper()
	o.Logger = slog.New(slog.DiscardHandler)
	m, err := Open(context.Background(), path, j, w.store, o)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { m.Close() })
	return m
}

// follow lets a model fold everything that the store holds.
func (w *world) follow(m *Model) {
	w.t.Helper()
	if err := m.follow(context.Background(), stored(w.store, m.Position()), func(*batch) {}); err != nil {
		w.t.Fatal(err)
	}
}

// wait waits until a model that runs has everything.
func (w *world) wait(m *Model) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	head, err := w.store.Head(ctx)
	if err == nil {
		err = m.WaitFor(ctx, head)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) register(name string) string {
	w.t.Helper()
	p, err := w.journal.Players.Register(context.Background(), name, w.now)
	if err != nil {
		w.t.Fatal(err)
	}
	w.players = append(w.players, p.ID)
	return p.ID
}

func (w *world) rename(id, name string) {
	w.t.Helper()
	if _, err := w.journal.Players.Ensure(context.Background(), id, name, w.now); err != nil {
		w.t.Fatal(err)
	}
}

// standard is a public game with the defaults.
func standard(player string) game.Create {
	ruleset, _ := game.RulesetNamed(game.DefaultPreset)
	return game.Create{
		Player: player, Side: janggi.Cho, Opponent: game.OpponentHuman, Ruleset: ruleset,
		TimeControl: game.DefaultTimeControl(), SetupMS: game.DefaultSetupMS, Visibility: game.Public,
	}
}

func (w *world) create(c game.Create) *journal.Game {
	w.t.Helper()
	result, err := w.journal.Create(context.Background(), c, journal.Request{At: w.now, Actor: c.Player})
	if err != nil {
		w.t.Fatal(err)
	}
	w.games = append(w.games, result.Game.ID)
	return result.Game
}

// do carries out a command, which must not be refused.
func (w *world) do(id string, c game.Command) *journal.Game {
	w.t.Helper()
	result, err := w.journal.Execute(context.Background(), id, journal.Request{Command: c, At: w.now})
	if err != nil || result.Refusal != nil {
		w.t.Fatalf("%#v: %v, %v", c, err, result.Refusal)
	}
	return result.Game
}

// playing brings a new game to its first turn.
func (w *world) playing(c game.Create, opponent string) *journal.Game {
	w.t.Helper()
	g := w.create(c)
	w.do(g.ID, game.Join{Player: opponent})
	w.do(g.ID, game.ChooseSetup{Player: opponent, Setup: janggi.HEEH})
	return w.do(g.ID, game.ChooseSetup{Player: c.Player, Setup: janggi.EHHE})
}

// step lets something happen, anything.
func (w *world) step() {
	w.t.Helper()
	w.now = w.now.Add(w.random.Int64N(3000))
	switch n := w.random.IntN(100); {
	case n < 2:
		w.register(fmt.Sprintf("newcomer %d", len(w.players)))
	case n < 5:
		w.rename(w.anyone(), fmt.Sprintf("기사 %d", w.random.IntN(1000)))
	case n < 15 || len(w.games) == 0:
		w.create(w.anyCreation())
	default:
		i := w.random.IntN(len(w.games))
		if g := w.act(w.games[i]); g.State.Status == game.Over {
			w.games = slices.Delete(w.games, i, i+1)
		}
	}
}

func (w *world) anyone() string { return w.players[w.random.IntN(len(w.players))] }

// fewPieces is a start from which games end soon.
const fewPieces = "4k4/9/3c5/9/9/9/9/3R5/4K4/R8 w - - 0 1"

func (w *world) anyCreation() game.Create {
	c := standard(w.anyone())
	c.Side = janggi.Side(w.random.IntN(2))
	c.Visibility = []game.Visibility{game.Public, game.Public, game.Unlisted, game.Private}[w.random.IntN(4)]
	c.Labels = map[string]string{}
	for range w.random.IntN(3) {
		c.Labels[[]string{"league", "라운드", "a=b"}[w.random.IntN(3)]] = []string{"1", "2", "x|y"}[w.random.IntN(3)]
	}
	switch w.random.IntN(4) {
	case 0:
		c.TimeControl, c.SetupMS = game.TimeControl{Type: game.Unlimited}, 0
	case 1:
		c.TimeControl = game.TimeControl{Type: game.Byoyomi, MainMS: 2000, Periods: 2, PeriodMS: 2000}
	}
	if w.random.IntN(3) == 0 {
		c.Opponent = game.OpponentSelf
	}
	if w.random.IntN(3) == 0 {
		c.StartFEN = fewPieces
	}
	return c
}

// act lets whoever is to act in a game do so, or give up.
func (w *world) act(id string) *journal.Game {
	w.t.Helper()
	g, err := w.journal.Refresh(context.Background(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	side, _ := g.State.ToAct()
	player := g.State.Seats[side].ID
	if deadline, limited := g.State.Deadline(); limited && w.now >= deadline {
		w.now = max(w.now, deadline.Add(game.OvertakeGraceMS))
		return w.do(id, game.Expire{})
	}
	switch {
	case g.State.Status == game.Waiting && w.random.IntN(8) == 0:
		return w.do(id, game.Abort{Player: g.State.Creator})
	case g.State.Status == game.Waiting:
		return w.do(id, game.Join{Player: w.anyone()})
	case g.State.Status == game.Setup:
		return w.do(id, game.ChooseSetup{Player: player, Setup: janggi.Setup(w.random.IntN(4)), Side: &side})
	case w.random.IntN(60) == 0 && !g.State.Seats.SoloGame():
		return w.do(id, game.Resign{Player: player})
	}
	if w.random.IntN(10) == 0 {
		return w.talk(g)
	}
	moves := g.State.Game.LegalMoves()
	m := moves[w.random.IntN(len(moves))]
	return w.do(id, game.PlayMove{Player: player, Text: m.String()})
}

// talk lets something happen in a game that is no turn.
func (w *world) talk(g *journal.Game) *journal.Game {
	w.t.Helper()
	side, _ := g.State.ToAct()
	player, other := g.State.Seats[side].ID, g.State.Seats[side.Other()].ID
	switch w.random.IntN(3) {
	case 0:
		return w.do(g.ID, game.SetLabels{Labels: map[string]string{"league": []string{"1", "2", "x|y"}[w.random.IntN(3)]}})
	case 1:
		if g.State.Ply() < 2 || g.State.Offers().Takeback.Spent[side] {
			return g
		}
		after := w.do(g.ID, game.OfferTakeback{Player: player})
		if after.State.Offers().Takeback.Open {
			after = w.do(g.ID, game.AcceptTakeback{Player: other})
		}
		return after
	}
	if g.State.TimeControl.Type == game.Unlimited {
		return g
	}
	return w.do(g.ID, game.AddTime{Player: player})
}

// dump is everything in a model's file, as text.
func dump(t testing.TB, m *Model) string {
	t.Helper()
	var b bytes.Buffer
	for _, query := range []string{
		"SELECT * FROM games ORDER BY created", "SELECT * FROM lists ORDER BY list, game",
		"SELECT * FROM players ORDER BY id", "SELECT * FROM rooms ORDER BY code", "SELECT hex(position), * FROM explorer ORDER BY position, move", "SELECT hex(position), * FROM explorer_later ORDER BY position, due, game, move", "SELECT * FROM progress",
	} {
		fmt.Fprintln(&b, query)
		rows, err := m.file.write.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		dumpRows(t, &b, rows)
	}
	return b.String()
}

func dumpRows(t testing.TB, b *bytes.Buffer, rows *sql.Rows) {
	t.Helper()
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values := make([]any, len(names))
	into := make([]any, len(names))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for i, name := range names {
			fmt.Fprintf(b, "%s=%v ", name, values[i])
		}
		b.WriteString("\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// differs tells where two dumps part.
func differs(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return as[i] + "\n" + bs[i]
		}
	}
	return fmt.Sprintf("%d and %d lines", len(as), len(bs))
}

func inFolder(t testing.TB) string { return filepath.Join(t.TempDir(), "projections.db") }

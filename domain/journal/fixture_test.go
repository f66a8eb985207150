package journal

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strconv"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

const (
	ann = "ann" // creates games, sits on Cho's side
	ben = "ben" // joins, sits on Han's side
	eve = "eve" // a stranger
)

// t0 is when games are created: 2026-01-02T03:04:05.678Z.
const t0 = game.Instant(1_767_323_045_678)

// node is one server's journal over a store that it may share with others.
type node struct {
	*Journal
	t testing.TB
}

func newNode(t testing.TB, store eventstore.Store) node {
	return node{New(store, Options{Key: []byte("a secret that all nodes share")}), t}
}

// create is a creation by ann with defaults, changed by edits.
func create(edits ...func(*game.Create)) game.Create {
	ruleset, _ := game.RulesetNamed(game.DefaultPreset)
	c := game.Create{
		Player: ann, Side: janggi.Cho, Opponent: game.OpponentHuman, Ruleset: ruleset,
		TimeControl: game.DefaultTimeControl(), SetupMS: game.DefaultSetupMS, Visibility: game.Public,
	}
	for _, edit := range edits {
		edit(&c)
	}
	return c
}

// waiting is a game that ann created.
func (n node) waiting(edits ...func(*game.Create)) *Game {
	n.t.Helper()
	result, err := n.Create(n.t.Context(), create(edits...), Request{Actor: ann, At: t0})
	if err != nil {
		n.t.Fatal(err)
	}
	return result.Game
}

// playing is a game in which Cho is to make the first turn.
func (n node) playing(edits ...func(*game.Create)) *Game {
	n.t.Helper()
	g := n.waiting(edits...)
	n.must(g.ID, game.Join{Player: ben})
	n.must(g.ID, game.ChooseSetup{Player: ben, Setup: janggi.HEEH})
	return n.must(g.ID, game.ChooseSetup{Player: ann, Setup: janggi.HEEH})
}

// ask carries out a command that arrives at t0.
func (n node) ask(id string, c game.Command, edits ...func(*Request)) (Result, error) {
	q := Request{Command: c, Actor: actorOf(c), At: t0}
	for _, edit := range edits {
		edit(&q)
	}
	return n.Execute(n.t.Context(), id, q)
}

// must carries out a command that has to be accepted.
func (n node) must(id string, c game.Command, edits ...func(*Request)) *Game {
	n.t.Helper()
	result, err := n.ask(id, c, edits...)
	if err != nil || result.Refusal != nil {
		n.t.Fatalf("%#v: %v, %v", c, result.Refusal, err)
	}
	return result.Game
}

// play makes turns for whoever is to move.
func (n node) play(id string, moves ...string) *Game {
	n.t.Helper()
	g, err := n.Load(n.t.Context(), id)
	if err != nil {
		n.t.Fatal(err)
	}
	for _, text := range moves {
		g = n.must(id, turnOf(g, text))
	}
	return g
}

// remember lets the node know a game as it is now.
func (n node) remember(id string) {
	n.t.Helper()
	if _, err := n.Load(n.t.Context(), id); err != nil {
		n.t.Fatal(err)
	}
}

func turnOf(g *Game, text string) game.PlayMove {
	side, _ := g.State.ToAct()
	return game.PlayMove{Player: g.State.Seats[side].ID, Text: text}
}

func actorOf(c game.Command) string {
	switch c := c.(type) {
	case game.Join:
		return c.Player
	case game.ChooseSetup:
		return c.Player
	case game.PlayMove:
		return c.Player
	case game.Pass:
		return c.Player
	case game.Resign:
		return c.Player
	case game.Abort:
		return c.Player
	case game.OfferTakeback:
		return c.Player
	case game.AcceptTakeback:
		return c.Player
	case game.DeclineTakeback:
		return c.Player
	case game.OfferDraw:
		return c.Player
	case game.AcceptDraw:
		return c.Player
	case game.DeclineDraw:
		return c.Player
	case game.GiveHint:
		return c.Player
	case game.AddTime:
		return c.Player
	case game.OfferRematch:
		return c.Player
	case game.AcceptRematch:
		return c.Player
	case game.DeclineRematch:
		return c.Player
	}
	return ""
}

func key(key, digest string) func(*Request) {
	return func(q *Request) { q.Key, q.Digest = key, digest }
}

func ifRevision(revisions ...uint64) func(*Request) {
	return func(q *Request) { q.IfRevision = revisions }
}

func at(i game.Instant) func(*Request) { return func(q *Request) { q.At = i } }

// stored are the events of a stream.
func stored(t testing.TB, store eventstore.Store, stream string) []eventstore.Recorded {
	t.Helper()
	var events []eventstore.Recorded
	for r, err := range store.ReadStream(context.WithoutCancel(t.Context()), stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, r)
	}
	return events
}

func typesOf(events []eventstore.Recorded) []string {
	var types []string
	for _, r := range events {
		types = append(types, r.Type)
	}
	return types
}

// sameGame compares what two games show.
func sameGame(t testing.TB, got, want *Game) {
	t.Helper()
	if got == nil || want == nil {
		t.Fatalf("got game %v, want %v", got, want)
	}
	a, b := picture(got), picture(want)
	if a != b {
		t.Errorf("game\n%s\nwant\n%s", a, b)
	}
}

func picture(g *Game) string {
	text := g.ID + " revision " + strconv.FormatUint(g.Revision, 10) + " position " + g.Position.String() + " room " + g.Room +
		" " + string(g.State.Status) + " updated " + g.State.UpdatedAt.String() + " by " + string(g.hash[:4])
	if g.State.Started {
		board := g.State.Game
		text += " " + board.Position().FEN() + " clocks " + string(g.State.Clocks.AppendJSON(nil))
		for _, m := range board.Moves() {
			text += " " + m.String()
		}
	}
	if o := g.State.Outcome; o != nil {
		text += " ended by " + o.Reason.String() + " " + o.Result.String()
	}
	return text
}

// meddler is a store in which something happens right before each append to a
// game's stream.
type meddler struct {
	*memory.Store
	before  func()
	appends int
}

func (m *meddler) Append(ctx context.Context, stream string, expected eventstore.Expectation, events []eventstore.Event) (eventstore.Appended, error) {
	if _, ok := GameID(stream); ok && m.before != nil {
		m.appends++
		m.before()
	}
	return m.Store.Append(ctx, stream, expected, events)
}

// untouched is a store that nobody may ask for a stream.
type untouched struct{ *memory.Store }

func (untouched) ReadStream(context.Context, string, uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		yield(eventstore.Recorded{}, errors.New("the store was asked"))
	}
}

func legalMoves(g *Game) []janggi.Move {
	board := g.State.Game
	return slices.Clone(board.LegalMoves())
}

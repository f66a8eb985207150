package journal

import (
	"errors"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore/memory"
)

// delayedGame is a game in which both setups and a turn were made within the
// last milliseconds.
func delayedGame(n node) (id string, last game.Instant) {
	n.t.Helper()
	id = n.waiting(func(c *game.Create) { c.SpectatorDelayMS = 60_000 }).ID
	n.must(id, game.Join{Player: ben}, at(t0))
	n.must(id, game.ChooseSetup{Player: ben, Setup: janggi.HEEH}, at(t0+1))
	n.must(id, game.ChooseSetup{Player: ann, Setup: janggi.HEEH}, at(t0+2))
	n.must(id, game.PlayMove{Player: ann, Text: "a4b4"}, at(t0+3))
	return id, t0 + 3
}

// A request of somebody who sees a game late is judged by what they see, at the
// time of that, and then carried out on the game as it is.
func TestARequestIsJudgedAsShown(t *testing.T) {
	decision := func(ply int) game.Adjudicate { return game.Adjudicate{Result: janggi.ChoWins, Ply: &ply} }
	for _, c := range []struct {
		name     string
		asShown  game.Command
		revision []uint64
		refusal  error
		err      error
	}{
		{"at the ply that is seen", decision(0), []uint64{4}, nil, nil},
		{"at the ply of the game", decision(1), nil, game.WrongPly, nil},
		{"at the revision of the game", decision(0), []uint64{5}, nil, ErrStale},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t, memory.New())
			id, last := delayedGame(n)
			now := last.Add(59_999)
			result, err := n.ask(id, game.Adjudicate{Result: janggi.ChoWins}, at(now), func(q *Request) { q.AsShown, q.IfRevision = c.asShown, c.revision })
			if !errors.Is(err, c.err) || !errors.Is(result.Refusal, c.refusal) {
				t.Fatalf("refusal %v, error %v; want %v, %v", result.Refusal, err, c.refusal, c.err)
			}
			if decided := result.Game.State.Status == game.Over; decided != (c.refusal == nil && c.err == nil) {
				t.Errorf("the game is %s", result.Game.State.Status)
			}
		})
	}
}

// What is held back is shown when the delay has passed, to the millisecond, in
// the order in which it happened; that somebody has joined is shown at once.
func TestShownIsTheGameAsOfTheDelay(t *testing.T) {
	for _, c := range []struct {
		name string
		ms   int64 // since the last event
		want uint64
	}{
		{"at the last event", 0, 1},
		{"a millisecond before the first is due", 59_997, 1},
		{"when the first is due", 59_998, 2},
		{"when the second is due, with what was stored with it", 59_999, 4},
		{"when all are due", 60_000, 5},
		{"long after", 1 << 40, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t, memory.New())
			id, last := delayedGame(n)
			g, err := n.Load(t.Context(), id)
			if err != nil || g.Revision != 5 {
				t.Fatalf("the game is at revision %d (%v), want 5", g.Revision, err)
			}
			shown, err := n.Shown(t.Context(), g, last.Add(c.ms))
			if err != nil || shown.Revision != c.want {
				t.Errorf("revision %d (%v) is shown, want %d", shown.Revision, err, c.want)
			}
		})
	}
}

func TestShownGoesOnFromWhatWasShown(t *testing.T) {
	n := newNode(t, memory.New())
	id, last := delayedGame(n)
	g, err := n.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for ms, want := range map[int64]uint64{59_998: 2, 59_999: 4} {
		for range 2 {
			if shown, err := n.Shown(t.Context(), g, last.Add(ms)); err != nil || shown.Revision < want {
				t.Errorf("after %d ms revision %d (%v) is shown, want %d at least", ms, shown.Revision, err, want)
			}
		}
	}
}

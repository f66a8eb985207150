package journal

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// importOf is an import of n turns, in which the generals step to and fro.
func importOf(n int, edits ...func(*game.Import)) game.Import {
	c := game.Import{
		Source: game.Source{Format: "uci", Digest: "digest", Turns: n, Tags: []game.SourceTag{}}, Visibility: game.Public,
		Seats: game.Seats{{Kind: game.Recorded}, {Kind: game.Recorded}}, TimeControl: game.TimeControl{Type: game.Unlimited},
		Setups: &[2]janggi.Setup{janggi.HEEH, janggi.HEEH}, End: janggi.EndAgreement, Result: janggi.Draw,
	}
	for i := range n {
		m, err := janggi.ParseMove([]string{"e2e3", "e9e8", "e3e2", "e8e9"}[i%4])
		if err != nil {
			panic(err)
		}
		c.Turns = append(c.Turns, game.ImportedTurn{Move: m})
	}
	for _, edit := range edits {
		edit(&c)
	}
	return c
}

func externally(id, digest string) func(*game.Import) {
	return func(c *game.Import) { c.Source.ExternalID, c.Source.ImportedBy, c.Source.Digest = id, ann, digest }
}

func (n node) imports(c game.Import) Imported {
	n.t.Helper()
	done, err := n.Import(n.t.Context(), c, Request{Actor: ann, At: t0})
	if err != nil {
		n.t.Fatal(err)
	}
	if err := Verify(n.t.Context(), n.store, done.Game.ID); err != nil {
		n.t.Error(err)
	}
	return done
}

func TestTheSameRecordIsOneGameOnEveryNode(t *testing.T) {
	store := memory.New()
	first := newNode(t, store).imports(importOf(4))
	again := newNode(t, store).imports(importOf(4))
	if first.Already || !again.Already || again.Game.ID != first.Game.ID {
		t.Errorf("%+v, then %+v", first, again)
	}
	own := func(c *game.Import) { c.Visibility, c.Source.ImportedBy = game.Unlisted, eve }
	if unlisted := newNode(t, store).imports(importOf(4, own)); unlisted.Already || unlisted.Game.ID == first.Game.ID {
		t.Error("an unlisted game is somebody else's public one")
	}
}

// crashing is a store that fails every append after a number of them.
type crashing struct {
	*memory.Store
	left int
}

func (c *crashing) Append(ctx context.Context, stream string, expected eventstore.Expectation, events []eventstore.Event) (eventstore.Appended, error) {
	if c.left--; c.left < 0 {
		return eventstore.Appended{}, eventstore.ErrUnavailable
	}
	return c.Store.Append(ctx, stream, expected, events)
}

func TestALongImportThatWasCutOffGoesOn(t *testing.T) {
	const turns = 2000 // the technical cap ends the game
	store := memory.New()
	broken := newNode(t, &crashing{store, 2})
	if _, err := broken.Import(t.Context(), importOf(turns), Request{At: t0}); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Fatal(err)
	}
	done := newNode(t, store).imports(importOf(turns))
	if s := done.Game.State; s.Status != game.Over || s.Ply() != turns || s.Outcome.Reason != janggi.EndTurnLimit || done.Already {
		t.Errorf("%d turns, %+v, already there: %v", s.Ply(), s.Outcome, done.Already)
	}
}

func TestVersionsOfARecord(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	first := n.imports(importOf(1, externally("x", "1")))
	second := n.imports(importOf(2, externally("x", "2")))
	same := newNode(t, store).imports(importOf(2, externally("x", "2")))
	if first.Replaced != "" || second.Replaced != first.Game.ID || !same.Already || same.Game.ID != second.Game.ID {
		t.Fatalf("%+v\n%+v\n%+v", first, second, same)
	}
	types := typesOf(stored(t, store, gamePrefix+first.Game.ID))
	if types[len(types)-1] != "GameSuperseded" || second.Game.State.Source.Replaces != first.Game.ID {
		t.Errorf("the first version has %v", types)
	}
	if err := Verify(t.Context(), store, first.Game.ID); err != nil {
		t.Error(err)
	}
	if other := n.imports(importOf(1, externally("y", "1"))); other.Game.ID == first.Game.ID {
		t.Error("two external ids are one game")
	}
}

func TestAnInterruptedReplacementIsFinished(t *testing.T) {
	store := memory.New()
	newNode(t, store).imports(importOf(1, externally("x", "1")))
	broken := newNode(t, &crashing{store, 1})
	if _, err := broken.Import(t.Context(), importOf(2, externally("x", "2")), Request{At: t0}); err == nil {
		t.Fatal("the store did not fail")
	}
	again := newNode(t, store).imports(importOf(2, externally("x", "2")))
	old, err := newNode(t, store).Load(t.Context(), again.Game.State.Source.Replaces)
	if err != nil || old.State.SupersededBy != again.Game.ID {
		t.Errorf("the old version: %+v, %v", old, err)
	}
}

func TestSimultaneousImportsMakeEachRecordOnce(t *testing.T) {
	store := memory.New()
	var wait sync.WaitGroup
	var mu sync.Mutex
	var fresh []string
	for i := range 16 {
		wait.Go(func() {
			n := newNode(t, store)
			digest := string(rune('a' + i%4))
			done, err := n.Import(t.Context(), importOf(i%4+1, func(c *game.Import) { c.Source.Digest = digest }), Request{At: t0})
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			if !done.Already {
				fresh = append(fresh, digest)
			}
		})
	}
	wait.Wait()
	slices.Sort(fresh)
	if !slices.Equal(fresh, []string{"a", "b", "c", "d"}) {
		t.Errorf("new games %v", fresh)
	}
}

func TestSimultaneousCorrectionsLeaveOneNewest(t *testing.T) {
	store := memory.New()
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			if _, err := newNode(t, store).Import(t.Context(), importOf(i+1, externally("x", string(rune('a'+i)))), Request{At: t0}); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	newest := 0
	for r, err := range store.ReadAll(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Revision != 0 {
			continue
		}
		id, _ := GameID(r.Stream)
		g, err := newNode(t, store).Load(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if g.State.SupersededBy == "" {
			newest++
		}
	}
	if newest != 1 {
		t.Errorf("%d games are the newest version", newest)
	}
}

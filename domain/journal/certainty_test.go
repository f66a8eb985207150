package journal

import (
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// shaky is a store that loses its server: what is read may come from another
// one.
type shaky struct {
	eventstore.Store
	losses    uint64
	uncertain bool
	reads     int // of streams
}

func (s *shaky) Certainty() (uint64, bool) { return s.losses, !s.uncertain }

func (s *shaky) ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	s.reads++
	return s.Store.ReadStream(ctx, stream, from)
}

// A refusal that rests on a read that may be out of date is none: it may be
// tried again. What was stored, or done before, is answered as ever.
func TestRefusalsWaitForCertainty(t *testing.T) {
	changes := map[string]func(s *shaky){
		"uncertain all along":  func(s *shaky) { s.losses, s.uncertain = 1, true },
		"a loss in the middle": func(s *shaky) {},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			store := &shaky{Store: memory.New()}
			n := newNode(t, store)
			id := n.playing().ID
			change(store)
			if name == "a loss in the middle" {
				store.Store = &losing{Store: store.Store, shaky: store}
			}
			for what, command := range map[string]game.Command{
				"illegal":       game.PlayMove{Player: ann, Text: "a1a9"},
				"not your turn": game.PlayMove{Player: ben, Text: "a7b7"},
			} {
				result, err := n.ask(id, command)
				if !errors.Is(err, eventstore.ErrUnavailable) || result.Refusal != nil {
					t.Errorf("%s: refusal %v, error %v, want ErrUnavailable", what, result.Refusal, err)
				}
			}
			if _, err := n.ask(id, game.Pass{Player: ann}, ifRevision(99)); !errors.Is(err, eventstore.ErrUnavailable) {
				t.Errorf("stale revision: %v, want ErrUnavailable", err)
			}
			n.play(id, "a4b4")
		})
	}
}

// losing loses the server with each read.
type losing struct {
	eventstore.Store
	shaky *shaky
}

func (l *losing) ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	l.shaky.losses++
	return l.Store.ReadStream(ctx, stream, from)
}

// After a loss a game in memory is used once its last event was read back, and
// without one nothing is read.
func TestAGameInMemoryIsReadBackAfterALoss(t *testing.T) {
	store := &shaky{Store: memory.New()}
	n := newNode(t, store)
	id := n.playing().ID
	before := store.reads
	n.play(id, "a4b4")
	if store.reads != before {
		t.Errorf("%d reads for a turn without a loss", store.reads-before)
	}
	store.losses++
	n.play(id, "a7b7")
	if store.reads != before+1 {
		t.Errorf("%d reads for a turn after a loss, want 1", store.reads-before)
	}
	n.play(id, "b4b5")
	if store.reads != before+1 {
		t.Errorf("%d reads for two turns after a loss, want 1", store.reads-before)
	}
	store.losses++
	for range 3 {
		if _, err := n.Load(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	if store.reads != before+2 {
		t.Errorf("%d reads after two losses, want one for each", store.reads-before)
	}
}

// A store that was restored from a backup holds another end of the game, or
// none.
func TestAGameOfAnotherHistoryIsForgotten(t *testing.T) {
	ends := map[string]func(n node, id string) *Game{
		"it went on differently": func(n node, id string) *Game { return n.play(id, "c4c5", "c7c6", "e4e5") },
		"it is shorter":          func(n node, id string) *Game { return n.play(id, "c4c5") },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			dead, restored := memory.New(), memory.New()
			store := &shaky{Store: dead}
			n := newNode(t, store)
			id := n.playing().ID
			for r, err := range dead.ReadStream(t.Context(), gamePrefix+id, 0) {
				expected := eventstore.NoStream()
				if r.Revision > 0 {
					expected = eventstore.Exactly(r.Revision - 1)
				}
				if _, failed := restored.Append(t.Context(), r.Stream, expected, []eventstore.Event{r.Event}); err != nil || failed != nil {
					t.Fatal(err, failed)
				}
			}
			n.play(id, "a4b4", "a7b7")
			want := end(newNode(t, restored), id)
			store.Store, store.losses = restored, 1
			got, err := n.Load(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			sameGame(t, got, want)
			n.play(id, "pass")
		})
	}
	t.Run("it is not there", func(t *testing.T) {
		store := &shaky{Store: memory.New()}
		n := newNode(t, store)
		id := n.playing().ID
		store.Store, store.losses = memory.New(), 1
		if _, err := n.Load(t.Context(), id); !errors.Is(err, ErrNotFound) {
			t.Errorf("Load = %v, want ErrNotFound", err)
		}
	})
}

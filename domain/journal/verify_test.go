package journal

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore/memory"
)

func TestWhatTheJournalWritesVerifies(t *testing.T) {
	for name, events := range histories(t) {
		t.Run(name, func(t *testing.T) {
			if err := verifyEvents(t, events); err != nil {
				t.Error(err)
			}
			if err := verifyEvents(t, rechained(t, events)); err != nil {
				t.Errorf("rechained: %v", err)
			}
			if last := events[len(events)-1].Type; last != "GameEnded" && last != "GameRematched" {
				t.Errorf("ends with %s", last)
			}
		})
	}
}

func TestRandomGamesVerify(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	presets := janggi.Presets()
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 5))
		now := t0
		g := n.playing(func(c *game.Create) {
			c.Ruleset, _ = game.RulesetNamed(presets[rng.IntN(len(presets))].Name)
			c.Ruleset.TurnLimit = 60
		})
		for g.State.Status == game.Playing {
			now = now.Add(rng.Int64N(95_000) - 500)
			legal := legalMoves(g)
			move := turnOf(g, legal[rng.IntN(len(legal))].String())
			result, err := n.ask(g.ID, move, at(now))
			if err != nil {
				t.Fatal(err)
			}
			g = result.Game
			if rng.IntN(3) == 0 {
				now = g.State.UpdatedAt
			}
		}
		if err := Verify(t.Context(), store, g.ID); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		checkChain(t, stored(t, store, "game-"+g.ID))
	}
	if err := VerifyAll(t.Context(), store, nil); err != nil {
		t.Error(err)
	}
}

func TestVerifyAGameThatIsNot(t *testing.T) {
	if err := Verify(t.Context(), memory.New(), uuid.NewString()); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v, want ErrNotFound", err)
	}
}

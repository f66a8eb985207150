package journal

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore/sqlite"
)

// What holds over the model holds over the store that servers use: games played
// from two nodes at once, a restart, and the same games again.
func TestGamesSurviveARestart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "events.db")
	store, err := sqlite.Open(file, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := newNode(t, store), newNode(t, store)
	var games [8]*Game
	var done sync.WaitGroup
	for i := range games {
		done.Go(func() {
			g := a.playing()
			for _, text := range []string{"a4b4", "a7b7", "pass", "c7d7"} {
				move := turnOf(g, text)
				g = b.must(g.ID, move, key("k"+text, "body"))
				if again, err := a.ask(g.ID, move, key("k"+text, "body")); err != nil || !again.Replayed {
					t.Errorf("a retry at the other node: replayed %v, %v", again.Replayed, err)
				}
			}
			games[i] = a.must(g.ID, game.Resign{Player: ben})
		})
	}
	done.Wait()
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if store, err = sqlite.Open(file, sqlite.Options{}); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, g := range games {
		read, err := newNode(t, store).Load(t.Context(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		sameGame(t, read, g)
		checkChain(t, stored(t, store, "game-"+g.ID))
	}
	if err := VerifyAll(t.Context(), store, nil); err != nil {
		t.Error(err)
	}
}

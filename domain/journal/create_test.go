package journal

import (
	"errors"
	"sync"
	"testing"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore/memory"
)

func creation(actor, key, digest string) Request {
	return Request{Actor: actor, Key: key, Digest: digest, At: t0}
}

func by(player string) func(*game.Create) { return func(c *game.Create) { c.Player = player } }

func TestACreationWithoutAKeyMakesAGameEachTime(t *testing.T) {
	n := newNode(t, memory.New())
	a, b := n.waiting(), n.waiting()
	if a.ID == b.ID || a.Room == b.Room {
		t.Errorf("games %s in room %s and %s in room %s", a.ID, a.Room, b.ID, b.Room)
	}
}

func TestACreationIsKnownByItsKeyOnEveryNode(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	first, err := n.Create(t.Context(), create(), creation(ann, "k1", "body"))
	if err != nil || first.Replayed {
		t.Fatalf("replayed %v, %v", first.Replayed, err)
	}
	n.must(first.Game.ID, game.Join{Player: ben}, key("k1", "body")) // the same key, of another player
	for name, node := range map[string]node{"the node that made it": n, "another": newNode(t, store)} {
		t.Run(name, func(t *testing.T) {
			again, err := node.Create(t.Context(), create(), creation(ann, "k1", "body"))
			if err != nil || !again.Replayed {
				t.Fatalf("replayed %v, %v", again.Replayed, err)
			}
			sameGame(t, again.Game, first.Game)
			if _, err := node.Create(t.Context(), create(), creation(ann, "k1", "another")); !errors.Is(err, ErrKeyReused) {
				t.Errorf("another body: %v, want ErrKeyReused", err)
			}
		})
	}
	if rooms := roomsIn(t, store); rooms != 1 {
		t.Errorf("%d rooms reserved", rooms)
	}
}

func roomsIn(t *testing.T, store *memory.Store) int {
	t.Helper()
	rooms := 0
	for r, err := range store.ReadAll(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := RoomCode(r.Stream); ok {
			rooms++
		}
	}
	return rooms
}

func TestCreationKeysOfDifferentPlayersAndSecretsDoNotCollide(t *testing.T) {
	store := memory.New()
	n := newNode(t, store)
	first, err := n.Create(t.Context(), create(), creation(ann, "k1", "body"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := n.Create(t.Context(), create(by(ben)), creation(ben, "k1", "another"))
	if err != nil || second.Replayed || second.Game.ID == first.Game.ID {
		t.Errorf("another player's: %+v, %v", second, err)
	}
	other := New(store, Options{Key: []byte("another secret")})
	third, err := other.Create(t.Context(), create(), creation(ann, "k1", "body"))
	if err != nil || third.Replayed || third.Game.ID == first.Game.ID {
		t.Errorf("under another secret: %+v, %v", third, err)
	}
}

// The boundary between player and key is part of what is hashed.
func TestPlayerAndKeyAreKeptApart(t *testing.T) {
	n := newNode(t, memory.New())
	if n.keyedID("ab", "c") == n.keyedID("a", "bc") {
		t.Error("two pairs of player and key give one game")
	}
	if hashCommand("ab", "c") == hashCommand("a", "bc") {
		t.Error("two pairs of player and key give one command")
	}
}

func TestKeyedIDsAreCustomUUIDs(t *testing.T) {
	n := newNode(t, memory.New())
	for _, k := range []string{"", "a", "b", "c", "d"} {
		if id := n.keyedID(ann, k); !canonicalID(id) || id[14] != '8' || id[19] < '8' || id[19] > 'b' {
			t.Errorf("%s is no version 8 UUID", id)
		}
	}
}

func TestOneCreationAtTwoNodesAtOnce(t *testing.T) {
	for range 20 {
		store := memory.New()
		results := make([]Result, 4)
		var done sync.WaitGroup
		for i := range results {
			n := newNode(t, store)
			done.Go(func() {
				var err error
				if results[i], err = n.Create(t.Context(), create(), creation(ann, "k1", "body")); err != nil {
					t.Error(err)
				}
			})
		}
		done.Wait()
		made := 0
		for _, r := range results {
			sameGame(t, r.Game, results[0].Game)
			if !r.Replayed {
				made++
			}
		}
		if rooms := roomsIn(t, store); made != 1 || rooms != 1 {
			t.Errorf("%d say that they made it, %d rooms are reserved", made, rooms)
		}
	}
}

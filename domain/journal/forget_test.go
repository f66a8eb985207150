package journal

import (
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/janggid/janggid/eventstore"
)

// deletingStore is a store from which a stream can be deleted.
type deletingStore struct {
	eventstore.Store
	deleted string
}

func (s *deletingStore) ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	if stream == s.deleted {
		return func(yield func(eventstore.Recorded, error) bool) { yield(eventstore.Recorded{}, eventstore.ErrDeleted) }
	}
	return s.Store.ReadStream(ctx, stream, from)
}

// A follower that is behind brings events of a game after another has reported
// that it was deleted.
func TestAForgottenGameStaysOutOfTheCache(t *testing.T) {
	n, then := played(t)
	id := then[0].ID
	stream := "game-" + id
	events := stored(t, n.store, stream)
	store := &deletingStore{Store: n.store, deleted: stream}
	j := New(store, Options{})
	for _, before := range []int{0, 4} {
		j.keep(then[before])
		j.Forget(stream)
		for _, late := range []int{0, 3, 10} {
			if _, err := j.Observe(t.Context(), events[late]); !errors.Is(err, eventstore.ErrDeleted) {
				t.Fatalf("observing event %d: %v, want ErrDeleted", late, err)
			}
			if g, err := j.Load(t.Context(), id); !errors.Is(err, eventstore.ErrDeleted) {
				t.Fatalf("loading after event %d: %v %v, want ErrDeleted", late, g, err)
			}
		}
		j.keep(then[before]) // by a request that had read it before
		if _, err := j.Load(t.Context(), id); !errors.Is(err, eventstore.ErrDeleted) {
			t.Fatalf("loading after a late read: %v, want ErrDeleted", err)
		}
	}
	store.deleted = ""
	for range 2 {
		g, err := j.Observe(t.Context(), events[5])
		if err != nil {
			t.Fatal(err)
		}
		sameGame(t, g, then[10])
	}
	if j.games.get(id) == nil {
		t.Error("a game that can be read again is not cached")
	}
}

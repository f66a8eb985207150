package projections

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// The one property that makes a read model safe to delete: whatever the way in
// which it came to be, what it holds follows from the events alone.
func TestRebuiltEqualsFollowed(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			w := newWorld(t, seed)
			path := inFolder(t)
			random := rand.New(rand.NewPCG(seed, 2))
			for range 12 {
				for range random.IntN(60) {
					w.step()
				}
				// The node that plays knows of events before the follower does.
				on := []*journal.Journal{w.journal, node(w.store, 99)}[random.IntN(2)]
				m := w.openOn(on, path, Options{BatchEvents: 1 + random.IntN(40)})
				w.follow(m)
				m.Close()
			}
			followed := w.open(path, Options{})
			want := dump(t, followed)
			followed.Close()

			rebuilt := inFolder(t)
			if err := Rebuild(t.Context(), rebuilt, node(w.store, 7), w.store, Options{}, func(Rebuilt) {}); err != nil {
				t.Fatal(err)
			}
			if got := dump(t, w.open(rebuilt, Options{})); got != want {
				t.Errorf("rebuilt and followed differ:\n%s", differs(got, want))
			}
		})
	}
}

func TestAModelStoppedAtAnyPositionGoesOn(t *testing.T) {
	w := newWorld(t, 3)
	for range 50 {
		w.step()
	}
	whole := w.open(Memory, Options{})
	w.follow(whole)
	want := dump(t, whole)
	for r, err := range w.store.ReadAll(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		path := inFolder(t)
		m := w.open(path, Options{})
		until := func(ctx context.Context) iter.Seq2[eventstore.Message, error] {
			return func(yield func(eventstore.Message, error) bool) {
				for message, err := range stored(w.store, 0)(ctx) {
					if message.Position > r.Position || message.CaughtUp || !yield(message, err) {
						break
					}
				}
				yield(eventstore.Message{CaughtUp: true}, nil)
			}
		}
		if err := m.follow(t.Context(), until, func(*batch) {}); err != nil {
			t.Fatal(err)
		}
		if m.Position() != r.Position {
			t.Fatalf("stands at %s, want %s", m.Position(), r.Position)
		}
		m.Close()
		m = w.open(path, Options{})
		w.follow(m)
		if got := dump(t, m); got != want {
			t.Fatalf("stopped at %s and gone on, it differs:\n%s", r.Position, differs(got, want))
		}
		m.Close()
	}
}

func TestRebuildTellsItsProgressAndKeepsTheOldModelUntilItsEnd(t *testing.T) {
	w := newWorld(t, 1)
	for range 100 {
		w.step()
	}
	path := inFolder(t)
	m := w.open(path, Options{})
	w.follow(m)
	want := dump(t, m)

	rebuild := func(ctx context.Context) (last Rebuilt, err error) {
		err = Rebuild(ctx, path, node(w.store, 7), w.store, Options{BatchEvents: 30}, func(r Rebuilt) { last = r })
		return last, err
	}
	if _, err := rebuild(t.Context()); !errors.Is(err, ErrInUse) {
		t.Errorf("beside its user: %v, want ErrInUse", err)
	}
	m.Close()

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := rebuild(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that ended: %v", err)
	}
	m = w.open(path, Options{})
	if got := dump(t, m); got != want {
		t.Errorf("a rebuild that failed changed the model:\n%s", differs(got, want))
	}
	m.Close()

	last, err := rebuild(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	head, _ := w.store.Head(t.Context())
	if last.Position != head || last.Head != head || last.Events == 0 {
		t.Errorf("last progress %+v, head %s", last, head)
	}
	if _, err := os.Stat(path + ".new"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file it was built in is still there: %v", err)
	}
	m = w.open(path, Options{})
	if got := dump(t, m); got != want {
		t.Errorf("rebuilt differs:\n%s", differs(got, want))
	}
}

func TestAModelOfOtherEventsIsBuiltAnew(t *testing.T) {
	path := inFolder(t)
	first := newWorld(t, 1)
	first.playing(standard(first.players[0]), first.players[1])
	m := first.open(path, Options{})
	first.follow(m)
	m.Close()

	tests := []struct {
		name  string
		store func() *world
	}{
		{"another store", func() *world { return newWorld(t, 2) }},
		{"the same store from before its last events", func() *world { return newWorld(t, 1) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := tt.store()
			w.create(standard(w.players[0]))
			m := w.open(path, Options{})
			if m.Position() != 0 {
				t.Errorf("begins at %s", m.Position())
			}
			w.follow(m)
			fresh := w.open(Memory, Options{})
			w.follow(fresh)
			if got, want := dump(t, m), dump(t, fresh); got != want {
				t.Errorf("differs from one made of these events alone:\n%s", differs(got, want))
			}
			m.Close()
		})
	}
}

// A copy of a store has all its events, and positions of its own: where a model
// has come to means nothing there.
func TestAModelOfACopiedStoreIsBuiltAnew(t *testing.T) {
	w := newWorld(t, 1)
	w.playing(standard(w.players[0]), w.players[1])
	for _, moved := range [][2]eventstore.Position{{1, 100}, {100, 1}} {
		t.Run(fmt.Sprintf("positions times %d, then times %d", moved[0], moved[1]), func(t *testing.T) {
			path := inFolder(t)
			for _, times := range moved {
				for _, kept := range []bool{false, true} {
					store := stretched{w.store, times}
					m, err := Open(t.Context(), path, node(store, 99), store, Options{Logger: slog.New(slog.DiscardHandler)})
					if err != nil {
						t.Fatal(err)
					}
					if begun := m.Position() > 0; begun != kept {
						t.Errorf("with positions times %d it begins at %s", times, m.Position())
					}
					if err := m.follow(t.Context(), stored(store, m.Position()), func(*batch) {}); err != nil {
						t.Fatal(err)
					}
					m.Close()
				}
			}
		})
	}
}

// stretched is a store whose positions are a multiple of another's.
type stretched struct {
	*memory.Store
	times eventstore.Position
}

func (s stretched) ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return s.stretch(s.Store.ReadStream(ctx, stream, from))
}

func (s stretched) ReadAll(ctx context.Context, after eventstore.Position) iter.Seq2[eventstore.Recorded, error] {
	return s.stretch(s.Store.ReadAll(ctx, after/s.times))
}

func (s stretched) stretch(events iter.Seq2[eventstore.Recorded, error]) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for r, err := range events {
			r.Position *= s.times
			if !yield(r, err) {
				return
			}
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	quiet := Options{Logger: slog.New(slog.DiscardHandler)}
	w := newWorld(t, 1)
	t.Run("a text", func(t *testing.T) {
		path := inFolder(t)
		if err := os.WriteFile(path, []byte("this is no database, and it is longer than a header"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), path, w.journal, w.store, quiet); !errors.Is(err, ErrForeign) {
			t.Errorf("got %v, want ErrForeign", err)
		}
	})
	t.Run("another program's database", func(t *testing.T) {
		path := inFolder(t)
		m := w.open(path, Options{})
		if _, err := m.file.write.Exec("PRAGMA application_id = 1"); err != nil {
			t.Fatal(err)
		}
		m.Close()
		if _, err := Open(t.Context(), path, w.journal, w.store, quiet); !errors.Is(err, ErrForeign) {
			t.Errorf("got %v, want ErrForeign", err)
		}
	})
	t.Run("a model in use", func(t *testing.T) {
		path := inFolder(t)
		w.open(path, Options{})
		if _, err := Open(t.Context(), path, w.journal, w.store, quiet); !errors.Is(err, ErrInUse) {
			t.Errorf("got %v, want ErrInUse", err)
		}
	})
}

func TestAModelOfAnotherSchemaIsBuiltAnew(t *testing.T) {
	w := newWorld(t, 1)
	w.playing(standard(w.players[0]), w.players[1])
	path := inFolder(t)
	m := w.open(path, Options{})
	w.follow(m)
	want := dump(t, m)
	if _, err := m.file.write.Exec("ALTER TABLE games ADD COLUMN older TEXT; PRAGMA user_version = 0"); err != nil {
		t.Fatal(err)
	}
	m.Close()
	m = w.open(path, Options{})
	w.follow(m)
	if got := dump(t, m); got != want {
		t.Errorf("differs:\n%s", differs(got, want))
	}
}

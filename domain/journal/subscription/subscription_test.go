package subscription

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// node is a journal as each node has its own.
func node(store eventstore.Store, seed uint64) *journal.Journal {
	var key [32]byte
	binary.BigEndian.PutUint64(key[:], seed)
	ids := rand.NewChaCha8(key)
	return journal.New(store, journal.Options{
		Key:   []byte("a key for tests"),
		NewID: func() uuid.UUID { return uuid.Must(uuid.NewRandomFromReader(ids)) },
	})
}

var silent = slog.New(slog.DiscardHandler)

const at = game.Instant(1_767_323_045_678)

func create(t *testing.T, j *journal.Journal) *journal.Game {
	t.Helper()
	ruleset, _ := game.RulesetNamed(game.DefaultPreset)
	result, err := j.Create(context.Background(), game.Create{
		Player: "cho", Opponent: game.OpponentSelf, Ruleset: ruleset, TimeControl: game.TimeControl{Type: game.Unlimited}, Visibility: game.Public,
	}, journal.Request{At: at, Actor: "cho"})
	if err != nil {
		t.Fatal(err)
	}
	return result.Game
}

// label lets something happen in a game that can happen at any time.
func label(t *testing.T, j *journal.Journal, id string, n int) *journal.Game {
	t.Helper()
	result, err := j.Execute(context.Background(), id, journal.Request{Command: game.SetLabels{Labels: map[string]string{"n": fmt.Sprint(n)}}, At: at})
	if err != nil || result.Refusal != nil {
		t.Fatal(err, result.Refusal)
	}
	return result.Game
}

// listener remembers what it is told.
type listener struct {
	mu    sync.Mutex
	heard []Event
}

func (l *listener) apply(events []Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard = append(l.heard, events...)
}

func (l *listener) positions() (all []eventstore.Position) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range l.heard {
		all = append(all, e.Position)
	}
	return all
}

// running runs a subscription on a node of its own until the test ends.
func running(t *testing.T, store eventstore.Store) (*Subscription, *listener) {
	s, l := New(node(store, 99), store, silent), &listener{}
	s.Listen(l.apply)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	return s, l
}

// faulty is a store whose first subscriptions break off after some messages, and
// whose first reads of streams fail.
type faulty struct {
	eventstore.Store
	mu            sync.Mutex
	breaks, after int
	reads, heads  int
}

var errLost = errors.New("connection lost")

func (s *faulty) fails(times *int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	*times--
	return *times >= 0
}

func (s *faulty) Subscribe(ctx context.Context, after eventstore.Position, marks ...eventstore.Mark) iter.Seq2[eventstore.Message, error] {
	if !s.fails(&s.breaks) {
		return s.Store.Subscribe(ctx, after, marks...)
	}
	return func(yield func(eventstore.Message, error) bool) {
		n := 0
		for message, err := range s.Store.Subscribe(ctx, after, marks...) {
			if n++; n > s.after {
				yield(eventstore.Message{}, errLost)
				return
			}
			if !yield(message, err) {
				return
			}
		}
	}
}

func (s *faulty) ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	if !s.fails(&s.reads) {
		return s.Store.ReadStream(ctx, stream, from)
	}
	return func(yield func(eventstore.Recorded, error) bool) { yield(eventstore.Recorded{}, errLost) }
}

func (s *faulty) Head(ctx context.Context) (eventstore.Position, error) {
	if s.fails(&s.heads) {
		return 0, errLost
	}
	return s.Store.Head(ctx)
}

// Listeners get everything after the beginning, once and in order, with games
// that are never older than their events, whatever breaks.
func TestListenersMissNothingAndHearNothingTwice(t *testing.T) {
	for name, faults := range map[string]*faulty{
		"nothing breaks":                     {},
		"subscriptions break off":            {breaks: 5, after: 3},
		"subscriptions break off at once":    {breaks: 3},
		"games cannot be read for some time": {reads: 4},
		"the store is away at the start":     {heads: 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				inner := memory.New()
				faults.Store = inner
				j := node(inner, 1)
				var games []string
				for range 3 {
					games = append(games, create(t, j).ID)
				}
				before, _ := inner.Head(t.Context())
				s, l := running(t, faults)
				if err := s.AwaitBegun(t.Context()); err != nil {
					t.Fatal(err)
				}
				for n := range 60 {
					label(t, j, games[n%len(games)], n)
				}
				time.Sleep(10 * MaxPause)
				synctest.Wait()
				var want []eventstore.Position
				for r := range inner.ReadAll(t.Context(), before) {
					want = append(want, r.Position)
				}
				if got := l.positions(); !slices.Equal(got, want) {
					t.Errorf("heard of %v, want %v", got, want)
				}
				for _, e := range l.heard {
					if e.Game == nil || e.Game.Revision < e.Revision || "game-"+e.Game.ID != e.Stream {
						t.Errorf("event %d of %s comes with %+v", e.Revision, e.Stream, e.Game)
					}
				}
				if !s.CaughtUp() || s.Position() != want[len(want)-1] {
					t.Errorf("caught up %v, at %d, want %d", s.CaughtUp(), s.Position(), want[len(want)-1])
				}
			})
		})
	}
}

func TestADamagedStreamKeepsNoOtherFromBeingHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		j := node(store, 1)
		broken, sound := create(t, j), create(t, j)
		_, l := running(t, store)
		synctest.Wait()
		events := []eventstore.Event{{ID: uuid.UUID{1}, Type: "Unheard", Data: []byte("{}"), Metadata: []byte("{}")}}
		if _, err := store.Append(t.Context(), "game-"+broken.ID, eventstore.Exactly(broken.Revision), events); err != nil {
			t.Fatal(err)
		}
		events[0].ID = uuid.UUID{2}
		if _, err := store.Append(t.Context(), "game-lobby42", eventstore.NoStream(), events); err != nil {
			t.Fatal(err)
		}
		label(t, j, sound.ID, 1)
		synctest.Wait()
		if len(l.heard) != 3 || l.heard[0].Game != nil || l.heard[1].Game != nil || l.heard[2].Game == nil {
			t.Errorf("heard %+v", l.heard)
		}
	})
}

func TestRunEndsWithTheStore(t *testing.T) {
	store := memory.New()
	s := New(node(store, 1), store, silent)
	store.Close()
	if err := s.Run(t.Context()); !errors.Is(err, eventstore.ErrClosed) {
		t.Errorf("got %v, want ErrClosed", err)
	}
}

func TestABeginningIsKnownWithoutWaiting(t *testing.T) {
	store := memory.New()
	s, _ := running(t, store)
	if err := s.AwaitBegun(t.Context()); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range 100 {
		if err := s.AwaitBegun(ended); err != nil {
			t.Fatal(err)
		}
	}
}

func TestGameAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		j := node(store, 1)
		g := create(t, j)
		s, _ := running(t, store)

		got, err := s.GameAt(t.Context(), g.ID, g.Revision)
		if err != nil || got.Revision != g.Revision {
			t.Errorf("a revision that is there: %v, %v", got, err)
		}
		if _, err := s.GameAt(t.Context(), "019b7d00-0000-7000-8000-000000000000", 0); !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("no such game: %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		if _, err := s.GameAt(ctx, g.ID, g.Revision+1); !errors.Is(err, journal.ErrNotYetVisible) {
			t.Errorf("a revision that does not come: %v", err)
		}

		come := make(chan *journal.Game)
		go func() {
			g, _ := s.GameAt(t.Context(), g.ID, g.Revision+1)
			come <- g
		}()
		synctest.Wait()
		select {
		case <-come:
			t.Fatal("did not wait")
		default:
		}
		label(t, j, g.ID, 1)
		if got := <-come; got == nil || got.Revision != g.Revision+1 {
			t.Errorf("a revision that comes: %+v", got)
		}
	})
}

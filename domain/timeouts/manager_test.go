package timeouts

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/domain/journal/subscription"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// latest is the longest after a deadline at which a manager acts.
const latest = game.OvertakeGraceMS*time.Millisecond + jitter

func TestTheOverdueIsEnded(t *testing.T) {
	tests := []struct {
		name     string
		game     func(w *world) string
		deadline time.Duration // after the game came to be
		before   game.Status
		reason   janggi.EndReason
	}{
		{"a game that nobody joins", func(w *world) string { return w.create(standard()).ID }, 24 * time.Hour, game.Waiting, janggi.EndAborted},
		{"a turn", func(w *world) string { return w.playing().ID }, 90 * time.Second, game.Playing, janggi.EndTime},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				w.watching(2, Options{})
				id := tt.game(w)
				synctest.Wait()

				time.Sleep(tt.deadline + game.OvertakeGraceMS*time.Millisecond - time.Millisecond)
				synctest.Wait()
				if got := w.game(id).Status; got != tt.before {
					t.Fatalf("just before the grace is over: %s", got)
				}
				time.Sleep(jitter + time.Millisecond)
				synctest.Wait()
				s := w.game(id)
				if s.Status != game.Over || s.Outcome.Reason != tt.reason {
					t.Errorf("after it: %s, %+v", s.Status, s.Outcome)
				}
			})
		})
	}
}

func TestSetupsAreChosenAndTheTurnThatFollowsIsEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		m, _ := w.watching(2, Options{})
		g := w.create(standard())
		w.do(g.ID, game.Join{Player: han})
		for _, want := range []game.Status{game.Setup, game.Playing, game.Over} {
			time.Sleep(90*time.Second + latest)
			synctest.Wait()
			s := w.game(g.ID)
			if s.Status != want || !s.Setups[janggi.Han].Chosen {
				t.Fatalf("%+v, want %s", s, want)
			}
		}
		if m.Games() != 0 {
			t.Errorf("%d games are watched after the only one's end", m.Games())
		}
	})
}

func TestWhatIsPlayedInTimeIsLeftAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.watching(2, Options{})
		g := w.playing()
		for range 6 {
			time.Sleep(89 * time.Second)
			g = w.turn(g)
		}
		synctest.Wait()
		if s := w.game(g.ID); s.Status != game.Playing {
			t.Errorf("%s, %+v", s.Status, s.Outcome)
		}
		time.Sleep(90*time.Second + latest)
		synctest.Wait()
		if s := w.game(g.ID); s.Status != game.Over {
			t.Errorf("after the last turn's time: %s", s.Status)
		}
	})
}

// What a manager is told at its start may be old, wrong or nothing: it ends every
// game whose time is out, and no other.
func TestAManagerThatStartsKnowsAllGames(t *testing.T) {
	tests := []struct {
		name  string
		index func(index fixedIndex, ids []string) Index
	}{
		{"no index", func(fixedIndex, []string) Index { return nil }},
		{"a current index", func(i fixedIndex, _ []string) Index { return i }},
		{"an index that cannot be read", func(i fixedIndex, _ []string) Index {
			return fixedIndex{err: errors.New("disk full"), position: i.position}
		}},
		{"an index that knows of nothing yet", func(fixedIndex, []string) Index { return fixedIndex{} }},
		{"deadlines that were too early", func(i fixedIndex, ids []string) Index {
			for _, id := range ids {
				i.deadlines[id] = i.deadlines[id].Add(-3_600_000)
			}
			return i
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				index := fixedIndex{deadlines: map[string]game.Instant{}}
				var out []string
				for range 2*atOnce + 10 {
					g := w.playing()
					out = append(out, g.ID)
					index.deadlines[g.ID], _ = g.State.Deadline()
					index.position = g.Position
				}
				time.Sleep(time.Hour)
				// Of what follows the index does not know.
				goesOn := w.playing()
				later := w.playing()
				over := w.playing()
				w.do(over.ID, game.Resign{Player: cho})
				time.Sleep(60 * time.Second)
				goesOn = w.turn(goesOn)

				m, _ := w.watching(2, Options{Index: tt.index(index, out)})
				time.Sleep(latest)
				synctest.Wait()
				for _, id := range out {
					if s := w.game(id); s.Status != game.Over || s.Outcome.Reason != janggi.EndTime {
						t.Fatalf("%s, %+v", s.Status, s.Outcome)
					}
				}
				if m.Games() != 2 {
					t.Errorf("%d games are watched, want 2", m.Games())
				}
				time.Sleep(35 * time.Second)
				synctest.Wait()
				if first, second := w.game(later.ID).Status, w.game(goesOn.ID).Status; first != game.Over || second != game.Playing {
					t.Errorf("after 95 seconds: %s without a turn, %s with one after 60", first, second)
				}
				time.Sleep(60 * time.Second)
				synctest.Wait()
				if s := w.game(goesOn.ID); s.Status != game.Over {
					t.Errorf("after 155 seconds: %s", s.Status)
				}
			})
		})
	}
}

func TestWhatTheStoreCouldNotTakeIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.watching(2, Options{})
		games := []string{w.playing().ID, w.playing().ID} // with one deadline, so either may come first
		over := func() (n int) {
			for _, id := range games {
				if w.game(id).Status == game.Over {
					n++
				}
			}
			return n
		}
		synctest.Wait()
		w.store.Inject(memory.Fault{Err: eventstore.ErrUnavailable})
		time.Sleep(90*time.Second + latest)
		synctest.Wait()
		if n := over(); n < 1 {
			t.Error("the failure of one game kept another from its end")
		}
		time.Sleep(subscription.MaxPause)
		synctest.Wait()
		if n := over(); n != 2 {
			t.Errorf("not tried again: %d games are over", n)
		}
	})
}

// broken is a store whose first reads of everything break off after some events.
type broken struct {
	eventstore.Store
	times, after int
}

func (s *broken) ReadAll(ctx context.Context, after eventstore.Position) iter.Seq2[eventstore.Recorded, error] {
	if s.times--; s.times < 0 {
		return s.Store.ReadAll(ctx, after)
	}
	return func(yield func(eventstore.Recorded, error) bool) {
		n := 0
		for r, err := range s.Store.ReadAll(ctx, after) {
			if n++; n > s.after {
				yield(eventstore.Recorded{}, eventstore.ErrUnavailable)
				return
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

func TestReadingWhichGamesRunResumes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		for range 5 {
			w.playing()
		}
		j := node(w.store, 2)
		silent := slog.New(slog.DiscardHandler)
		sub := subscription.New(j, w.store, silent)
		m := New(j, &broken{w.store, 3, 4}, sub, Options{Logger: silent})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go sub.Run(ctx)
		go m.Run(ctx)
		time.Sleep(4 * subscription.MaxPause)
		synctest.Wait()
		if m.Games() != 5 {
			t.Errorf("%d games are watched, want 5", m.Games())
		}
	})
}

func TestNodesEndAGameOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.watching(2, Options{})
		w.watching(3, Options{})
		id := w.playing().ID
		time.Sleep(time.Hour)
		synctest.Wait()
		ends := 0
		for r := range w.store.ReadStream(t.Context(), "game-"+id, 0) {
			if r.Type == (game.Ended{}).EventType() {
				ends++
			}
		}
		if ends != 1 {
			t.Errorf("%d ends", ends)
		}
	})
}

// What a stop interrupts is no trouble to warn of.
func TestRunEndsWithoutAWarning(t *testing.T) {
	w := newWorld(t)
	var said bytes.Buffer
	log := slog.New(slog.NewTextHandler(&said, nil))
	ctx, cancel := context.WithCancel(t.Context())
	sub := subscription.New(w.journal, w.store, log)
	New(w.journal, w.store, sub, Options{Logger: log, Now: func() time.Time { cancel(); return time.Unix(0, 0) }}).Run(ctx)
	if said.Len() > 0 {
		t.Errorf("said %s", said.String())
	}
}

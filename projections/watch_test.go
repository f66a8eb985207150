package projections

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/memory"
)

// watching runs a model and its watcher until the test ends, or stop is called.
func watching(t *testing.T, m *Model) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { m.Run(ctx); ended <- struct{}{} }()
	go func() { m.Watch(ctx); ended <- struct{}{} }()
	stop = sync.OnceFunc(func() {
		cancel()
		<-ended
		<-ended
	})
	t.Cleanup(stop)
	return stop
}

// now keeps the world's clock at the bubble's.
func (w *world) atNow() *world {
	w.now = game.InstantOf(time.Now())
	return w
}

func (w *world) game(id string) game.State {
	w.t.Helper()
	g, err := w.journal.Refresh(context.Background(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return g.State
}

// latest is the longest after a deadline at which the watcher acts.
const latest = game.OvertakeGraceMS*time.Millisecond + watchJitter

func TestWatchEndsWhatIsOverdue(t *testing.T) {
	day := 24 * time.Hour
	tests := []struct {
		name     string
		game     func(w *world) string
		deadline time.Duration // after the game came to be
		before   game.Status
		reason   janggi.EndReason
	}{
		{"a game that nobody joins", func(w *world) string {
			return w.create(standard(w.players[0])).ID
		}, day, game.Waiting, janggi.EndAborted},
		{"a turn", func(w *world) string {
			return w.playing(standard(w.players[0]), w.players[1]).ID
		}, 90 * time.Second, game.Playing, janggi.EndTime},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, 1).atNow()
				m := w.open(Memory, Options{})
				watching(t, m)
				id := tt.game(w)
				synctest.Wait()

				time.Sleep(tt.deadline + game.OvertakeGraceMS*time.Millisecond - time.Millisecond)
				synctest.Wait()
				if got := w.game(id).Status; got != tt.before {
					t.Fatalf("just before the grace is over: %s", got)
				}
				time.Sleep(watchJitter + time.Millisecond)
				synctest.Wait()
				s := w.game(id)
				if s.Status != game.Over || s.Outcome.Reason != tt.reason {
					t.Errorf("after it: %s, %+v", s.Status, s.Outcome)
				}
			})
		})
	}
}

func TestWatchChoosesSetupsAndEndsTheTurnThatFollows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1).atNow()
		m := w.open(Memory, Options{})
		watching(t, m)
		g := w.create(standard(w.players[0]))
		w.do(g.ID, game.Join{Player: w.players[1]})
		for _, want := range []game.Status{game.Setup, game.Playing, game.Over} {
			time.Sleep(90*time.Second + latest)
			synctest.Wait()
			s := w.game(g.ID)
			if s.Status != want || !s.Setups[janggi.Han].Chosen {
				t.Fatalf("%+v, want %s", s, want)
			}
		}
	})
}

func TestWatchLeavesAloneWhatIsPlayedInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1).atNow()
		m := w.open(Memory, Options{})
		watching(t, m)
		g := w.playing(standard(w.players[0]), w.players[1])
		for ply := range 6 {
			time.Sleep(89 * time.Second)
			move := g.State.Game.LegalMoves()[0]
			g = w.atNow().do(g.ID, game.PlayMove{Player: w.players[ply%2], Text: move.String()})
		}
		synctest.Wait()
		if s := w.game(g.ID); s.Status != game.Playing {
			t.Errorf("%s, %+v", s.Status, s.Outcome)
		}
	})
}

func TestWatchSeesAfterARestartWhatRanOutMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1).atNow()
		path := inFolder(t)
		m := w.open(path, Options{})
		stop := watching(t, m)
		var games []string
		for range watchPage + 10 { // more than one look-up
			games = append(games, w.playing(standard(w.players[0]), w.players[1]).ID)
		}
		head, _ := w.store.Head(t.Context())
		if err := m.WaitFor(t.Context(), head); err != nil {
			t.Fatal(err)
		}
		stop()
		m.Close()

		time.Sleep(time.Hour)
		watching(t, w.open(path, Options{}))
		synctest.Wait()
		for _, id := range games {
			if s := w.game(id); s.Status != game.Over || s.Outcome.Reason != janggi.EndTime {
				t.Fatalf("%s, %+v", s.Status, s.Outcome)
			}
		}
	})
}

func TestWatchTriesAgainWhatTheStoreCouldNotTake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1).atNow()
		m := w.open(Memory, Options{})
		watching(t, m)
		first := w.playing(standard(w.players[0]), w.players[1]).ID
		second := w.playing(standard(w.players[0]), w.players[1]).ID
		w.store.Inject(memory.Fault{Err: eventstore.ErrUnavailable})
		time.Sleep(90*time.Second + latest)
		synctest.Wait()
		if s := w.game(second).Status; s != game.Over {
			t.Errorf("the failure of one game kept another from its end: %s", s)
		}
		time.Sleep(mostPause)
		synctest.Wait()
		if s := w.game(first).Status; s != game.Over {
			t.Errorf("not tried again: %s", s)
		}
	})
}

func TestWatchersOfTwoNodesEndAGameOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1).atNow()
		watching(t, w.open(Memory, Options{}))
		watching(t, w.openOn(node(w.store, 98), Memory, Options{}))
		id := w.playing(standard(w.players[0]), w.players[1]).ID
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
func TestWatchEndsWithoutAWarning(t *testing.T) {
	w := newWorld(t, 1)
	m := w.open(Memory, Options{})
	var said bytes.Buffer
	m.options.Logger = slog.New(slog.NewTextHandler(&said, nil))
	ctx, cancel := context.WithCancel(t.Context())
	m.options.Now = func() time.Time { cancel(); return time.Unix(0, 0) }
	m.Watch(ctx)
	if said.Len() > 0 {
		t.Errorf("said %s", said.String())
	}
}

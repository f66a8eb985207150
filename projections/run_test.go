package projections

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/eventstore"
)

// running runs a model until stop is called or the test ends.
func running(t *testing.T, m *Model) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- m.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	t.Cleanup(stop)
	return stop
}

func TestRunFollowsAndTellsWhoWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1)
		w.create(standard(w.players[0]))
		m := w.open(Memory, Options{})
		if m.Ready() {
			t.Error("ready before it began")
		}
		running(t, m)
		head, _ := w.store.Head(t.Context())
		if err := m.WaitFor(t.Context(), head); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if !m.Ready() {
			t.Error("not ready at the head")
		}

		g := w.create(standard(w.players[1]))
		if err := m.WaitFor(t.Context(), g.Position); err != nil {
			t.Fatal(err)
		}
		page, err := m.Games(t.Context(), Filter{Player: w.players[1]})
		if err != nil || len(page.Games) != 1 || page.Games[0].ID != g.ID || page.Position < g.Position {
			t.Errorf("after the wait: %+v, %v", page, err)
		}

		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		if err := m.WaitFor(ctx, g.Position+1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a wait for what does not come: %v", err)
		}
	})
}

// interrupted is a store whose first subscriptions break off.
type interrupted struct {
	eventstore.Store
	times int
	after int // events
}

var errLost = errors.New("connection lost")

func (s *interrupted) Subscribe(ctx context.Context, after eventstore.Position, marks ...eventstore.Mark) iter.Seq2[eventstore.Message, error] {
	if s.times == 0 {
		return s.Store.Subscribe(ctx, after, marks...)
	}
	s.times--
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

func TestRunGoesOnAfterErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1)
		for range 60 {
			w.step()
		}
		whole := w.open(Memory, Options{})
		w.follow(whole)

		m := w.open(Memory, Options{BatchEvents: 5})
		m.store = &interrupted{Store: w.store, times: 4, after: 12}
		running(t, m)
		head, _ := w.store.Head(t.Context())
		if err := m.WaitFor(t.Context(), head); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got, want := dump(t, m), dump(t, whole); got != want {
			t.Errorf("differs from one that was never interrupted:\n%s", differs(got, want))
		}
		if got := m.Stats().Restarts; got != 4 {
			t.Errorf("%d restarts, want 4", got)
		}
	})
}

// unreadable is a store whose first reads of a stream fail.
type unreadable struct {
	eventstore.Store
	times atomic.Int32
}

func (s *unreadable) ReadStream(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	if s.times.Add(-1) < 0 {
		return s.Store.ReadStream(ctx, stream, from)
	}
	return func(yield func(eventstore.Recorded, error) bool) { yield(eventstore.Recorded{}, errLost) }
}

// What could not be folded is tried again though nothing more happens in the
// store.
func TestRunTriesAgainWhatItCouldNotFold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1)
		path := inFolder(t)
		g := w.create(standard(w.players[0]))
		m := w.open(path, Options{})
		w.follow(m)
		m.Close()

		store := &unreadable{Store: w.store}
		m = w.openOn(node(store, 99), path, Options{})
		store.times.Store(3)
		running(t, m)
		g = w.do(g.ID, game.Join{Player: w.players[1]}) // a game that this node must read
		if err := m.WaitFor(t.Context(), g.Position); err != nil {
			t.Fatal(err)
		}
		page, err := m.Games(t.Context(), Filter{})
		if err != nil || len(page.Games) != 1 || page.Games[0].Revision != g.Revision {
			t.Errorf("%+v, %v", page.Games, err)
		}
	})
}

func TestRunEndsWithTheStore(t *testing.T) {
	w := newWorld(t, 1)
	m := w.open(Memory, Options{})
	w.store.Close()
	if err := m.Run(t.Context()); !errors.Is(err, eventstore.ErrClosed) {
		t.Errorf("got %v, want ErrClosed", err)
	}
}

func TestStatsTellHowLongTheModelIsBehind(t *testing.T) {
	now := epoch.Time()
	w := newWorld(t, 1)
	m := w.open(Memory, Options{Now: func() time.Time { return now }})
	now = now.Add(time.Minute)
	if got := m.Stats(); got.Behind != time.Minute || got.Events != 0 {
		t.Errorf("before it began: %+v", got)
	}
	w.follow(m)
	if got := m.Stats(); got.Behind != 0 || got.Events != 3 || got.Commits != 1 {
		t.Errorf("level, after three players: %+v", got)
	}
}

func TestADamagedStreamKeepsNoOtherFromBeingFolded(t *testing.T) {
	w := newWorld(t, 1)
	broken := w.create(standard(w.players[0]))
	_, err := w.store.Append(t.Context(), "game-"+broken.ID, eventstore.Exactly(broken.Revision),
		[]eventstore.Event{{ID: [16]byte{1}, Type: "Unheard", Data: []byte("{}"), Metadata: []byte("{}")}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.store.Append(t.Context(), "elsewhere", eventstore.NoStream(),
		[]eventstore.Event{{ID: [16]byte{2}, Type: "Other", Data: []byte("{}")}})
	if err != nil {
		t.Fatal(err)
	}
	sound := w.create(standard(w.players[0]))
	m := w.open(Memory, Options{BatchEvents: 1})
	w.follow(m)
	page, err := m.Games(t.Context(), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Games) != 1 || page.Games[0].ID != sound.ID {
		t.Errorf("lists %+v, want the sound game alone", page.Games)
	}
	if got := m.Stats().Damaged; got != 1 {
		t.Errorf("%d damaged, want 1", got)
	}
}

func TestWhoWaitsNeedNotSitOutThePauseOfTheFollower(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1)
		m := w.open(Memory, Options{})
		running(t, m)
		synctest.Wait() // caught up, and pausing
		begun := time.Now()
		for range 3 {
			g := w.create(standard(w.players[0]))
			if err := m.WaitFor(t.Context(), g.Position); err != nil {
				t.Fatal(err)
			}
		}
		if waited := time.Since(begun); waited > 0 {
			t.Errorf("waited for %v", waited)
		}
	})
}

func TestWhatComesInAPauseIsWrittenAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, 1)
		m := w.open(Memory, Options{})
		running(t, m)
		synctest.Wait()
		before := m.Stats()
		for range 5 {
			w.create(standard(w.players[0]))
		}
		time.Sleep(2 * leastGatherTime) // of the bubble's clock
		synctest.Wait()
		after := m.Stats()
		if after.Commits != before.Commits+1 || after.Behind != 0 {
			t.Errorf("%d transactions for 5 creations in one pause, behind for %v", after.Commits-before.Commits, after.Behind)
		}
	})
}

func TestTheFollowerTakesATwentiethOfTheTime(t *testing.T) {
	for took, want := range map[time.Duration]time.Duration{
		0:                      leastGatherTime,
		time.Millisecond / 2:   leastGatherTime,
		2 * time.Millisecond:   38 * time.Millisecond,
		200 * time.Millisecond: mostGatherTime,
	} {
		if got := gatherTime(took); got != want {
			t.Errorf("after a batch of %v the pause is %v, want %v", took, got, want)
		}
	}
}

// A pool that does not keep its connection gives the writer another one each time.
func TestTheWriterGoesOnWithAnotherConnection(t *testing.T) {
	w := newWorld(t, 1)
	m := w.open(filepath.Join(t.TempDir(), "readmodel.db"), Options{})
	m.file.write.SetMaxIdleConns(0)
	for range 3 {
		g := w.create(standard(w.players[0]))
		w.follow(m)
		page, err := m.Games(t.Context(), Filter{})
		if err != nil || len(page.Games) == 0 || page.Games[0].ID != g.ID {
			t.Errorf("game %s is not listed: %+v, %v", g.ID, page, err)
		}
	}
}

// limitPages bounds the file of a model; "1" leaves as many pages as there are.
func limitPages(t *testing.T, m *Model, pages string) {
	t.Helper()
	if _, err := m.file.write.Exec("PRAGMA max_page_count = " + pages); err != nil {
		t.Fatal(err)
	}
}

// No look at the statistics finds a model that fails and is not behind.
func TestAModelThatFailsIsBehindAtOnce(t *testing.T) {
	w := newWorld(t, 1)
	var passed time.Duration
	m := w.open(inFolder(t), Options{Now: func() time.Time { return epoch.Time().Add(passed) }})
	w.follow(m)
	if err := m.apply(t.Context(), &batch{level: true, position: m.Position()}); err != nil || m.Stats().Behind != 0 {
		t.Fatalf("%+v, %v", m.Stats(), err)
	}
	limitPages(t, m, "1")
	for range 1000 {
		w.create(standard(w.players[0]))
	}
	b := newBatch()
	b.level = true
	for message, err := range stored(w.store, m.Position())(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if !message.CaughtUp {
			b.add(message.Recorded)
		}
	}
	if err := m.apply(t.Context(), b); err == nil {
		t.Fatal("a thousand games found room in a full file")
	}
	passed = time.Minute
	if got := m.Stats(); !got.Failing || got.Behind != time.Minute {
		t.Errorf("%+v", got)
	}
}

// A disk without room stops the lists, which say so, and nothing else; with room
// again they catch up.
func TestAFullDiskPutsListsBehind(t *testing.T) {
	w := newWorld(t, 1)
	var passed atomic.Int64
	m := w.open(inFolder(t), Options{Now: func() time.Time { return epoch.Time().Add(time.Duration(passed.Load())) }})
	running(t, m)
	w.wait(m)
	limit := func(pages string) { limitPages(t, m, pages) }
	limit("1") // SQLite takes it for as many as there are
	for late := time.Now().Add(time.Minute); !m.Stats().Failing; {
		w.create(standard(w.players[0]))
		if time.Now().After(late) {
			t.Fatalf("waited a minute for a transaction without room to fail: %+v", m.Stats())
		}
	}
	passed.Add(int64(time.Minute))
	if got := m.Stats(); got.Behind < time.Minute || m.Rebuilding() || !m.Ready() {
		t.Errorf("%+v, rebuilding %v, ready %v", got, m.Rebuilding(), m.Ready())
	}
	if _, err := m.Games(t.Context(), Filter{}); err != nil {
		t.Errorf("what was listed before: %v", err)
	}
	limit("1000000")
	w.wait(m)
	page, err := m.Games(t.Context(), Filter{Limit: MaxLimit})
	if got := m.Stats(); err != nil || got.Failing || got.Behind != 0 || page.Games[0].ID != w.games[len(w.games)-1] {
		t.Errorf("with room again: %+v, %v", got, err)
	}
}

package projections

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

const pageSize = 4096

// garble overwrites a page of a file, counted from 0, with noise.
func garble(t *testing.T, path string, page int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	random := rand.New(rand.NewPCG(7, uint64(page)))
	noise := make([]byte, pageSize)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	if _, err := f.WriteAt(noise, int64(page*pageSize)); err != nil {
		t.Fatal(err)
	}
}

func pages(t *testing.T, path string) int {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Size() / pageSize)
}

// everyPage is 1, or more where tests are to be quick.
func everyPage() int {
	if testing.Short() {
		return 3
	}
	return 1
}

// answers are what a model says to all that it can be asked.
func answers(ctx context.Context, w *world, m *Model) (string, error) {
	page, err := m.Games(ctx, Filter{Limit: MaxLimit, Now: w.now})
	if err != nil {
		return "", err
	}
	mine, err := m.Games(ctx, Filter{Player: w.players[0], Viewer: w.players[0], Limit: MaxLimit, Now: w.now})
	if err != nil {
		return "", err
	}
	start, err := janggi.ParseFEN(fewPieces)
	if err != nil {
		return "", err
	}
	moves, _, err := m.Explore(ctx, &start, w.now)
	if err != nil {
		return "", err
	}
	timed, err := m.TimedPlayers(ctx)
	if err != nil {
		return "", err
	}
	all, err := json.Marshal([]any{page.Games, mine.Games, moves, timed})
	if err != nil {
		return "", err
	}
	text := string(all)
	for _, id := range w.players {
		name, err := m.PlayerName(ctx, id)
		if err != nil {
			return "", err
		}
		text += name
	}
	return text, nil
}

// healed waits until a model answers as one that was never damaged.
func healed(t *testing.T, w *world, m *Model, want string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		ready := m.Ready() // asked first: a model becomes ready between two answers
		got, err := answers(ctx, w, m)
		if err == nil && got == want && ready {
			return
		}
		if err != nil && !errors.Is(err, ErrRebuilding) {
			t.Fatalf("an answer failed with %v, want ErrRebuilding", err)
		}
		if err == nil && ready {
			t.Fatalf("ready with other answers:\n%s", differs(got, want))
		}
		_, moved := m.waits.next()
		select {
		case <-moved:
		case <-time.After(5 * time.Millisecond):
		case <-ctx.Done():
			t.Fatalf("not healed: ready %v, rebuilding %v, %v", m.Ready(), m.Rebuilding(), err)
		}
	}
}

// foldedModel gives a world and a closed model of it in a file without a WAL.
func foldedModel(t *testing.T) (w *world, path, want string) {
	t.Helper()
	w = newWorld(t, 3)
	for range 400 {
		w.step()
	}
	path = inFolder(t)
	m := w.open(path, Options{})
	w.follow(m)
	want, err := answers(t.Context(), w, m)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	return w, path, want
}

func TestAModelDamagedAtRestIsBuiltAnew(t *testing.T) {
	w, path, want := foldedModel(t)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rebuilt := 0
	for page := 0; page < len(good)/pageSize; page += everyPage() {
		if err := os.WriteFile(path, good, 0o600); err != nil {
			t.Fatal(err)
		}
		garble(t, path, page)
		m := w.open(path, Options{})
		if m.Position() == 0 {
			rebuilt++ // found when it was opened
		}
		stop := running(t, m)
		healed(t, w, m, want)
		rebuilt += int(m.Stats().Rebuilds)
		stop()
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if rebuilt < 5 {
		t.Errorf("%d of %d damaged files were built anew", rebuilt, len(good)/pageSize)
	}
}

func TestAModelDamagedWhileItIsFollowedIsBuiltAnew(t *testing.T) {
	w, path, want := foldedModel(t)
	for page, all := 0, pages(t, path); page < all; page += everyPage() {
		m := w.open(path, Options{})
		stop := running(t, m)
		healed(t, w, m, want)
		if _, err := m.file.write.Exec("PRAGMA wal_checkpoint(truncate)"); err != nil {
			t.Fatal(err)
		}
		garble(t, path, page)
		g := w.create(standard(w.players[0]))
		w.do(g.ID, game.Join{Player: w.players[1]})
		head, err := w.store.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := m.WaitFor(t.Context(), head); err != nil {
			t.Fatal(err)
		}
		sound := w.open(Memory, Options{})
		w.follow(sound)
		if want, err = answers(t.Context(), w, sound); err != nil {
			t.Fatal(err)
		}
		healed(t, w, m, want)
		stop()
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAModelThatIsBuiltAnewSaysSo(t *testing.T) {
	w, path, want := foldedModel(t)
	m := w.open(path, Options{})
	m.reportDamage(errors.New("for this test"))
	if _, err := m.Games(t.Context(), Filter{}); !errors.Is(err, ErrRebuilding) || m.Ready() || !m.Rebuilding() {
		t.Errorf("%v, ready %v, rebuilding %v", err, m.Ready(), m.Rebuilding())
	}
	if _, err := m.PlayerName(t.Context(), w.players[0]); err != nil {
		t.Errorf("a name: %v", err)
	}
	running(t, m)
	healed(t, w, m, want)
	if m.Rebuilding() || m.Stats().Rebuilds != 1 {
		t.Errorf("rebuilding %v, %d times", m.Rebuilding(), m.Stats().Rebuilds)
	}
}

package sqlite

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqliteconn"
)

// killed gives the file as a process would leave it that was killed now.
func killed(t *testing.T, path string) string {
	t.Helper()
	left := filepath.Join(t.TempDir(), "left.db")
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + suffix)
		if err == nil {
			err = os.WriteFile(left+suffix, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return left
}

// headsOf gives where a new writer of a file finds the streams.
func headsOf(t *testing.T, path string, streams []string) map[string]head {
	t.Helper()
	w, err := newWriter(path, usualPace(), func(eventstore.Position, []writtenEvent) {}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	found := map[string]head{}
	for _, stream := range streams {
		at, err := w.head(stream)
		if err != nil {
			t.Fatal(err)
		}
		found[stream] = at
	}
	return found
}

// player plays random appends on a writer and knows where the streams stand.
type player struct {
	w       *writer
	random  *rand.Rand
	streams []string
	stand   map[string]head
}

func newPlayer(w *writer, streams int) *player {
	p := &player{w: w, random: rand.New(rand.NewPCG(1, 2)), stand: map[string]head{}}
	for i := range streams {
		p.streams = append(p.streams, fmt.Sprint("game-", i))
	}
	return p
}

// play writes a group of appends of some events each.
func (p *player) play(t *testing.T, appends, events int) {
	t.Helper()
	var group []*request
	position := p.w.heads.position
	for range appends {
		stream := p.streams[p.random.IntN(len(p.streams))]
		at := p.stand[stream]
		expected := eventstore.NoStream()
		if at.next > 0 {
			expected = eventstore.Exactly(at.next - 1)
		}
		group = append(group, newRequest(stream, expected, make([]string, events)...))
		position += int64(events)
		p.stand[stream] = head{next: at.next + uint64(events), position: position}
	}
	p.w.write(group)
	for _, r := range group {
		if r.err != nil {
			t.Fatal(r.err)
		}
	}
}

func (p *player) check(t *testing.T, found map[string]head) {
	t.Helper()
	for _, stream := range p.streams {
		if at, want := found[stream], p.stand[stream]; at.next != want.next || at.position != want.position {
			t.Errorf("%s is found at %+v, want %+v", stream, at, want)
		}
	}
}

func TestHeadsAreFoundAfterAKillAnywhere(t *testing.T) {
	w, path := testWriterOn(t, pace{every: 12, atOnce: 1})
	p := newPlayer(w, 15)
	during := 0
	for range 60 {
		p.play(t, 1+p.random.IntN(2), 1+p.random.IntN(2))
		if len(w.saving.left) > 0 {
			during++
		}
		p.check(t, headsOf(t, killed(t, path), p.streams))
	}
	if during == 0 {
		t.Error("no kill while heads were being saved")
	}
}

func TestAGenerationIsSavedBeforeTheNext(t *testing.T) {
	w, _ := testWriterOn(t, pace{every: 100, atOnce: 4})
	p := newPlayer(w, 1000)
	generations := 0
	for range 500 {
		left, begun := len(w.saving.left), w.heads.begun
		events := 1 + p.random.IntN(3)
		p.play(t, events, 1)
		if begun == w.heads.begun {
			if saved := left - len(w.saving.left); saved > max(4, 2*events) {
				t.Fatalf("a commit of %d events saved %d heads", events, saved)
			}
			continue
		}
		generations++
		if since := w.heads.begun - begun; left != 0 || since > 102 {
			t.Fatalf("a generation of %d events began with %d heads of the one before unsaved", since, left)
		}
	}
	if generations < 5 {
		t.Errorf("%d generations began", generations)
	}
}

func TestARolledBackGroupLosesNoPartOfTheSaving(t *testing.T) {
	w, path := testWriterOn(t, pace{every: 20, atOnce: 1})
	p := newPlayer(w, 20)
	for len(w.saving.left) < 4 {
		p.play(t, 1, 1)
	}
	if err := w.conn.Script("PRAGMA max_page_count = 20"); err != nil {
		t.Fatal(err)
	}
	left := len(w.saving.left)
	big := newRequest("big", eventstore.NoStream(), strings.Repeat("x", 200_000))
	w.write([]*request{big})
	if !errors.Is(big.err, eventstore.ErrUnavailable) || len(w.saving.left) != left {
		t.Fatalf("append without room: %v, and %d heads are left to be saved of %d", big.err, len(w.saving.left), left)
	}
	for until := w.saving.until; len(w.saving.left) > 0; {
		p.play(t, 1, 1)
		if saved := numberIn(t, w.conn, savedHeads); len(w.saving.left) == 0 && saved != until {
			t.Errorf("heads are saved up to %d, want %d", saved, until)
		}
	}
	p.check(t, headsOf(t, killed(t, path), p.streams))
}

func TestAClosedStoreHasAllHeadsInTheFile(t *testing.T) {
	for name, p := range map[string]pace{"during saving": {every: 10, atOnce: 1}, "before any": usualPace()} {
		t.Run(name, func(t *testing.T) {
			w, _ := testWriterOn(t, p)
			p := newPlayer(w, 10)
			for range 11 {
				p.play(t, 1, 1)
			}
			if err := w.finish(); err != nil {
				t.Fatal(err)
			}
			if n := numberIn(t, w.conn, "SELECT count(*) FROM streams s WHERE head <> (SELECT max(position) FROM events WHERE stream = s.id)"); n != 0 {
				t.Errorf("%d streams have an old head in the file", n)
			}
			if saved := numberIn(t, w.conn, savedHeads); saved != w.position {
				t.Errorf("heads are saved up to %d, the last event is %d", saved, w.position)
			}
		})
	}
}

func TestACloseThatCannotSaveLeavesTheEventsToTellTheHeads(t *testing.T) {
	w, path := testWriterOn(t, pace{every: 10, atOnce: 1})
	p := newPlayer(w, 10)
	for range 15 {
		p.play(t, 1, 1)
	}
	if err := w.conn.Script("PRAGMA query_only = 1"); err != nil {
		t.Fatal(err)
	}
	if err := w.finish(); err == nil {
		t.Error("heads were saved where nothing can be written")
	}
	p.check(t, headsOf(t, killed(t, path), p.streams))
}

func numberIn(t *testing.T, c *sqliteconn.Conn, query string) int64 {
	t.Helper()
	n, err := c.Number(query)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

package sqlite

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
)

// testWriter is a writer without its goroutine, so that a test says which
// appends make a group.
func testWriter(t *testing.T) (*writer, *eventstore.Position) {
	t.Helper()
	w, _ := testWriterOn(t, usualPace())
	var published eventstore.Position
	w.published = func(p eventstore.Position, _ []writtenEvent) { published = p }
	return w, &published
}

// testWriterOn is a testWriter that saves heads at its own pace, and its file.
func testWriterOn(t *testing.T, p pace) (*writer, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "events.db")
	w, err := newWriter(path, p, func(eventstore.Position, []writtenEvent) {}, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
	return w, path
}

func newRequest(stream string, expected eventstore.Expectation, data ...string) *request {
	r := &request{stream: stream, expected: expected}
	for _, d := range data {
		r.events = append(r.events, eventstore.Event{ID: uuid.Must(uuid.NewV7()), Type: "MovePlayed", Data: []byte(d)})
	}
	return r
}

func stored(t *testing.T, w *writer) int64 {
	t.Helper()
	n, err := w.conn.Number("SELECT count(*) FROM events")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAGroupIsJudgedAppendByAppend(t *testing.T) {
	w, published := testWriter(t)
	first := newRequest("a", eventstore.NoStream(), "1", "2")
	second := newRequest("a", eventstore.Exactly(1), "3")
	loser := newRequest("a", eventstore.Exactly(1), "4")
	retry := &request{stream: "a", expected: eventstore.NoStream(), events: first.events}
	other := newRequest("b", eventstore.NoStream(), "5")
	absent := newRequest("c", eventstore.Exactly(0), "6")
	w.write([]*request{first, second, loser, retry, other, absent})

	for _, r := range []*request{first, second, retry, other} {
		if r.err != nil {
			t.Errorf("append to %s at %s: %v", r.stream, r.expected, r.err)
		}
	}
	if retry.appended != first.appended {
		t.Errorf("retry answered %+v, first was %+v", retry.appended, first.appended)
	}
	var c *eventstore.ConflictError
	if !errors.As(loser.err, &c) || c.Actual != eventstore.Exactly(2) {
		t.Errorf("loser: %v", loser.err)
	}
	if !errors.As(absent.err, &c) || c.Actual != eventstore.NoStream() {
		t.Errorf("absent: %v", absent.err)
	}
	if n := stored(t, w); n != 4 || *published != 4 {
		t.Errorf("%d events stored, published position %d, want 4", n, *published)
	}
}

func TestAFullDiskRefusesWhatHasNoRoomAndNothingElse(t *testing.T) {
	w, _ := testWriter(t)
	w.write([]*request{newRequest("a", eventstore.NoStream(), "1")})
	if err := w.conn.Script("PRAGMA max_page_count = 20"); err != nil {
		t.Fatal(err)
	}
	big := newRequest("a", eventstore.Exactly(0), "2", strings.Repeat("x", 200_000))
	small := newRequest("b", eventstore.NoStream(), "3")
	late := newRequest("b", eventstore.Exactly(0), "4")
	w.write([]*request{big, small, late})

	if !errors.Is(big.err, eventstore.ErrUnavailable) {
		t.Errorf("append without room: %v, want ErrUnavailable", big.err)
	}
	if small.err != nil || late.err != nil {
		t.Errorf("appends beside it: %v, %v", small.err, late.err)
	}
	if n := stored(t, w); n != 3 {
		t.Errorf("%d events stored, want 3", n)
	}

	if err := w.conn.Script("PRAGMA max_page_count = 4294967294"); err != nil {
		t.Fatal(err)
	}
	w.write([]*request{big})
	if big.err != nil || big.appended.Revision != 2 {
		t.Errorf("append when there is room again: %+v, %v", big.appended, big.err)
	}
}

func TestWhatOtherToolsAddedIsNoticed(t *testing.T) {
	w, _ := testWriter(t)
	w.write([]*request{newRequest("a", eventstore.NoStream(), "1")})
	if err := w.conn.Script(`INSERT INTO events SELECT position + 1, stream, 1, position, x'00', type, data, '', NULL FROM events`); err != nil {
		t.Fatal(err)
	}
	r := newRequest("a", eventstore.Exactly(0), "2")
	w.write([]*request{r})
	if r.err == nil {
		t.Error("two events were given one position")
	}
	w.write([]*request{r})
	var c *eventstore.ConflictError
	if !errors.As(r.err, &c) || c.Actual != eventstore.Exactly(1) {
		t.Errorf("append once the change is known: %v, want a conflict", r.err)
	}
}

// Who was answered with the last group needs some turns of the processor to send the
// next append; it belongs to this group.
func TestAGroupWaitsForThoseWhoAreAboutToSend(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // so that turns are taken one after the other
	synctest.Test(t, func(t *testing.T) {           // whose clock does not run out where the machine has other work
		const others, turns = 20, 3
		queue := make(chan *request, others)
		for i := range others {
			go func() {
				for range turns {
					runtime.Gosched()
				}
				queue <- newRequest(fmt.Sprint(i), eventstore.NoStream(), "1")
			}()
		}
		group := fill([]*request{newRequest("first", eventstore.NoStream(), "1")}, queue)
		if len(group) != 1+others {
			t.Errorf("%d appends in the group, want %d", len(group), 1+others)
		}
	})
}

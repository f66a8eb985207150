package sqlite

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/janggid/janggid/eventstore"
)

// fillStreams makes streams of n events each, with some bytes of data, written in turns.
func fillStreams(t *testing.T, store *Store, streams []string, n, bytes int) {
	t.Helper()
	const batch = 50
	for done := 0; done < n; done += batch {
		for _, stream := range streams {
			expected := eventstore.NoStream()
			if done > 0 {
				expected = eventstore.Exactly(uint64(done) - 1)
			}
			var data []string
			for i := range min(batch, n-done) {
				data = append(data, fmt.Sprint(done+i, strings.Repeat(" ", bytes)))
			}
			if _, err := store.Append(t.Context(), stream, expected, newRequest(stream, expected, data...).events); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// readFrom reads a stream and gives the number of events before the error.
func readFrom(t *testing.T, store *Store, stream string, from uint64) (n int, err error) {
	t.Helper()
	for r, err := range store.ReadStream(t.Context(), stream, from) {
		if err != nil {
			return n, err
		}
		want := from + uint64(n)
		if r.Revision != want || r.Stream != stream || !strings.HasPrefix(string(r.Data), fmt.Sprint(want, " ")) {
			t.Fatalf("%s from %d: event %d is revision %d of %s", stream, from, n, r.Revision, r.Stream)
		}
		n++
	}
	return n, nil
}

func TestLongStreamsAreReadFromAnywhere(t *testing.T) {
	for name, bytes := range map[string]int{"pages full of events": 1, "pages full of bytes": 5000} {
		t.Run(name, func(t *testing.T) {
			store := openAt(t, filepath.Join(t.TempDir(), "events.db"), Options{}, pace{every: 500, atOnce: 1})
			for _, length := range []int{pageEvents, pageEvents + 1, 2*pageEvents + 300} {
				a, b := fmt.Sprint("a", length), fmt.Sprint("b", length)
				fillStreams(t, store, []string{a, b}, length, bytes)
				for _, from := range []int{0, 1, pageEvents - 2, pageEvents - 1, pageEvents, pageEvents + 1, length - 2, length - 1, length} {
					n, err := readFrom(t, store, a, uint64(from))
					if err != nil || n != max(length-from, 0) {
						t.Errorf("%d events from %d on: %d, %v", length, from, n, err)
					}
				}
			}
		})
	}
}

func TestDamagedStreamsAreReportedWhereTheyAreDamaged(t *testing.T) {
	const length, at = 1200, 600 // the damage is at revision 600
	tests := []struct{ name, damage string }{
		{"an event is gone", "DELETE FROM events WHERE revision = 600"},
		{"a chain leads into another stream", "UPDATE events SET previous = previous + 50 WHERE revision = 600"},
		{"a chain leaves out an event", "UPDATE events SET previous = (SELECT p.previous FROM events p WHERE p.position = events.previous) WHERE revision = 600"},
		{"a chain leads to itself", "UPDATE events SET previous = position WHERE revision = 600"},
		{"a chain leads forward", "UPDATE events SET previous = position + 100 WHERE revision = 600"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			store := openAt(t, filepath.Join(t.TempDir(), "events.db"), Options{}, usualPace())
			fillStreams(t, store, []string{"a", "b"}, length, 1)
			if err := store.writer.conn.Script(tt.damage); err != nil {
				t.Fatal(err)
			}
			for _, from := range []uint64{0, at - 10} {
				if n, err := readFrom(t, store, "b", from); !errors.Is(err, ErrDamaged) || from+uint64(n) > at {
					t.Errorf("from %d: %d events, then %v, want ErrDamaged", from, n, err)
				}
			}
			// What is near the end is read without a look at what is far from it.
			for _, from := range []uint64{at + 1, length - 3} {
				if n, err := readFrom(t, store, "b", from); err != nil || n != length-int(from) {
					t.Errorf("from %d: %d events, %v", from, n, err)
				}
			}
		})
	}
}

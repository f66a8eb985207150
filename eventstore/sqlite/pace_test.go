package sqlite

import (
	"path/filepath"
	"testing"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/storetest"
)

// openAt opens a store that saves heads at its own pace and is closed at the
// test's end.
func openAt(t testing.TB, path string, o Options, p pace) *Store {
	t.Helper()
	store, err := open(path, o, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return store
}

func TestLawsWhileHeadsAreSavedAllTheTime(t *testing.T) {
	hurried := pace{every: 3, atOnce: 1}
	storetest.Run(t, storetest.Harness{
		Prefixes: []string{"game-", "player-"},
		Open: func(t *testing.T) storetest.Opened {
			path := filepath.Join(t.TempDir(), "events.db")
			return storetest.Opened{
				Store:  openAt(t, path, Options{}, hurried),
				Reopen: func(t *testing.T) eventstore.Store { return openAt(t, path, Options{}, hurried) },
			}
		},
	})
}

func TestAFollowerFindsStreamsAtAnyPaceOfSaving(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	writer := openAt(t, path, Options{}, pace{every: 12, atOnce: 1})
	p := newPlayer(nil, 15)
	follower := openAt(t, path, Options{ReadOnly: true}, pace{every: 12})
	forgotten := 0
	for range 80 {
		stream := p.streams[p.random.IntN(len(p.streams))]
		at := p.stand[stream]
		expected := eventstore.NoStream()
		if at.next > 0 {
			expected = eventstore.Exactly(at.next - 1)
		}
		if _, err := writer.Append(t.Context(), stream, expected, newRequest(stream, expected, "1").events); err != nil {
			t.Fatal(err)
		}
		at.next++
		p.stand[stream] = at
		for _, stream := range p.streams {
			n := uint64(0)
			for r, err := range follower.ReadStream(t.Context(), stream, 0) {
				if err != nil || r.Revision != n {
					t.Fatalf("%s: revision %d, %v, want %d", stream, r.Revision, err, n)
				}
				n++
			}
			if n != p.stand[stream].next {
				t.Fatalf("%s has %d events for the follower, want %d", stream, n, p.stand[stream].next)
			}
			if _, ok := follower.heads.get(stream); !ok && n > 0 {
				forgotten++
			}
		}
	}
	if forgotten == 0 {
		t.Error("the follower keeps all heads for ever")
	}
}

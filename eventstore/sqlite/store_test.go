package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
	"github.com/janggid/janggid/eventstore/storetest"
)

func TestLaws(t *testing.T) {
	storetest.Run(t, storetest.Harness{
		Prefixes: []string{"game-", "player-"},
		Open: func(t *testing.T) storetest.Opened {
			path := filepath.Join(t.TempDir(), "events.db")
			return storetest.Opened{
				Store:  open(t, path),
				Reopen: func(t *testing.T) eventstore.Store { return open(t, path) },
			}
		},
	})
}

// open opens a store that is closed at the test's end.
func open(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(path, sqlite.Options{})
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

package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	msqlite "modernc.org/sqlite"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
)

// copyOf copies a store's file as it is now, with those of its other files that
// are named by their suffixes.
func copyOf(t *testing.T, path string, suffixes ...string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "events.db")
	for _, suffix := range append(suffixes, "") {
		text, err := os.ReadFile(path + suffix)
		if err == nil {
			err = os.WriteFile(to+suffix, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// backup makes a copy with SQLite's own means.
func backup(t *testing.T, path string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "backup.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	c, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Raw(func(raw any) error {
		b, err := raw.(interface {
			NewBackup(string) (*msqlite.Backup, error)
		}).NewBackup(to)
		if err != nil {
			return err
		}
		if _, err := b.Step(-1); err != nil {
			return err
		}
		return b.Finish()
	}); err != nil {
		t.Fatal(err)
	}
	return to
}

// complete reports whether a file is taken for whole: by opens and by Check.
func complete(t *testing.T, path string) bool {
	t.Helper()
	report, err := sqlite.Check(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := len(report.Findings) == 0
	for _, readOnly := range []bool{true, false} {
		store, err := sqlite.Open(path, sqlite.Options{ReadOnly: readOnly})
		if err == nil {
			store.Close()
		}
		if (err == nil) != whole || err != nil && !errors.Is(err, sqlite.ErrIncomplete) {
			t.Errorf("read-only %v: %v; Check found %q", readOnly, err, report.Findings)
		}
	}
	return whole
}

func TestACopyWithoutItsWALIsNoticed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	for generation := range 3 { // each is a backup of the one before, in use
		store := open(t, path)
		appendTo(t, store, generation, 100)
		if !complete(t, copyOf(t, path, "-wal", "-head")) || !complete(t, copyOf(t, path, "-wal")) {
			t.Error("a copy with its WAL is not taken for whole")
		}
		if complete(t, copyOf(t, path)) || complete(t, copyOf(t, path, "-head")) {
			t.Error("a copy without its WAL is taken for whole")
		}
		saved, into := backup(t, path), filepath.Join(t.TempDir(), "vacuumed.db")
		script(t, path, "VACUUM INTO '"+into+"'")
		if !complete(t, copyOf(t, saved)) || !complete(t, copyOf(t, into)) {
			t.Error("a backup is not taken for whole")
		}
		store.Close()
		if !complete(t, copyOf(t, path)) || !complete(t, copyOf(t, path, "-head")) {
			t.Error("a copy of a closed file is not taken for whole")
		}
		path = saved
	}
}

func appendTo(t *testing.T, store *sqlite.Store, generation, events int) {
	t.Helper()
	stream := string(rune('a' + generation))
	for i := range events {
		if _, err := store.Append(t.Context(), stream, at(uint64(i)), event()); err != nil {
			t.Fatal(err)
		}
	}
}

// After a kill any tool of SQLite that opens the file and closes it puts the WAL
// into the file and deletes it.
func TestAKilledStoreThatAnotherToolOpenedIsWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	store := open(t, path)
	appendTo(t, store, 0, 50)
	left := copyOf(t, path, "-wal", "-head")
	script(t, left, "UPDATE heads SET position = position")
	if _, err := os.Stat(left + "-wal"); err == nil {
		t.Fatal("the WAL is still there")
	}
	if !complete(t, left) {
		t.Error("the file is not taken for whole")
	}
}

func TestALostEndIsNoticedUntilItIsAccepted(t *testing.T) {
	tests := []struct {
		name string
		lose func(t *testing.T, path string)
	}{
		{"an older file in its place", func(t *testing.T, path string) {
			older := filepath.Join(t.TempDir(), "older.db")
			store := open(t, older)
			appendTo(t, store, 0, 10)
			store.Close()
			if err := os.Rename(older, path); err != nil {
				t.Fatal(err)
			}
		}},
		{"an empty file in its place", func(t *testing.T, path string) {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}},
		{"no file", func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "events.db")
			store := open(t, path)
			appendTo(t, store, 0, 20)
			store.Close()
			tt.lose(t, path)
			if _, err := sqlite.Open(path, sqlite.Options{}); !errors.Is(err, sqlite.ErrIncomplete) {
				t.Fatalf("open: %v, want ErrIncomplete", err)
			}
			store, err := sqlite.Open(path, sqlite.Options{AcceptLoss: true})
			if err != nil {
				t.Fatal(err)
			}
			store.Close()
			open(t, path)
		})
	}
}

// A damaged WAL is cut by SQLite where the damage begins, without a word.
func TestADamagedWALIsNoticed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	store := open(t, path)
	appendTo(t, store, 0, 40)
	for _, at := range []int64{10, 5000, 100_000} {
		left := copyOf(t, path, "-wal", "-head")
		f, err := os.OpenFile(left+"-wal", os.O_RDWR, 0)
		if err == nil {
			_, err = f.WriteAt([]byte("damage"), at)
		}
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		if complete(t, left) {
			t.Errorf("damage at %d of the WAL is not noticed", at)
		}
	}
}

func TestADamagedHeadFileIsNoReasonToRefuse(t *testing.T) {
	path := fileOfMany(t, 20)
	for _, text := range []string{"", "x", strings.Repeat("9", 20) + " 0000000000000000\n", strings.Repeat("9", 100)} {
		if err := os.WriteFile(path+"-head", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if !complete(t, path) {
			t.Errorf("%q keeps the store from being opened", text)
		}
	}
}

func TestAStoreWhoseFileHasGoneAcknowledgesNothing(t *testing.T) {
	for _, suffix := range []string{"", "-wal"} {
		for _, replaced := range []bool{false, true} {
			path := filepath.Join(t.TempDir(), "events.db")
			store := open(t, path)
			appendTo(t, store, 0, 3)
			if err := store.Healthy(t.Context()); err != nil {
				t.Fatal(err)
			}
			aside := path + suffix + "-aside"
			if err := os.Rename(path+suffix, aside); err != nil {
				t.Fatal(err)
			}
			if replaced {
				text, err := os.ReadFile(aside)
				if err == nil {
					err = os.WriteFile(path+suffix, text, 0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := store.Healthy(t.Context()); !errors.Is(err, eventstore.ErrUnavailable) {
				t.Errorf("%s gone: Healthy = %v", suffix, err)
			}
			// The first may have been stored before the file went.
			_, err := store.Append(t.Context(), "b", eventstore.NoStream(), event())
			if !errors.Is(err, eventstore.ErrOutcomeUnknown) && !errors.Is(err, eventstore.ErrUnavailable) {
				t.Errorf("%s gone: the first append answers %v", suffix, err)
			}
			for range 3 {
				if _, err := store.Append(t.Context(), "c", eventstore.NoStream(), event()); !errors.Is(err, eventstore.ErrUnavailable) || errors.Is(err, eventstore.ErrOutcomeUnknown) {
					t.Errorf("%s gone: later appends answer %v", suffix, err)
				}
			}
			// Put back, the store goes on.
			if err := os.Rename(aside, path+suffix); err != nil {
				t.Fatal(err)
			}
			if _, err := store.Append(t.Context(), "c", eventstore.NoStream(), event()); err != nil {
				t.Errorf("%s put back: %v", suffix, err)
			}
			if err := store.Healthy(context.WithoutCancel(t.Context())); err != nil {
				t.Errorf("%s put back: Healthy = %v", suffix, err)
			}
		}
	}
}

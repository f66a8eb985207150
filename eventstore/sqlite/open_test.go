package sqlite_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
)

func event() []eventstore.Event {
	return []eventstore.Event{{ID: uuid.Must(uuid.NewV7()), Type: "MovePlayed", Data: []byte(`{}`)}}
}

// openFails opens what must be refused, in both ways, and for that reason.
func openFails(t *testing.T, path string, want error) {
	t.Helper()
	for _, readOnly := range []bool{false, true} {
		store, err := sqlite.Open(path, sqlite.Options{ReadOnly: readOnly})
		if err == nil {
			store.Close()
		}
		if !errors.Is(err, want) {
			t.Errorf("open, read-only %v: %v, want %v", readOnly, err, want)
		}
	}
}

func TestForeignFilesAreRefusedAndLeftAlone(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, bytes.Repeat([]byte("장기 notes\n"), 200), 0o600); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other.db")
	script(t, other, "CREATE TABLE bookmarks (url TEXT)")
	for _, path := range []string{text, other} {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		openFails(t, path, sqlite.ErrForeign)
		after, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s has changed (%v)", path, err)
		}
	}
}

func TestNewerSchemasAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	open(t, path).Close()
	script(t, path, "PRAGMA user_version = 999")
	openFails(t, path, sqlite.ErrNewer)
}

func TestAnEmptyFileBecomesAStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(path, sqlite.Options{ReadOnly: true}); !errors.Is(err, sqlite.ErrForeign) {
		t.Errorf("read-only open of an empty file: %v", err)
	}
	if _, err := open(t, path).Append(t.Context(), "game-1", eventstore.NoStream(), event()); err != nil {
		t.Error(err)
	}
}

func TestPlacesThatAreNotThereAreRefused(t *testing.T) {
	openFails(t, filepath.Join(t.TempDir(), "absent", "events.db"), fs.ErrNotExist)
	if _, err := sqlite.Open(filepath.Join(t.TempDir(), "events.db"), sqlite.Options{ReadOnly: true}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("read-only open of an absent file: %v", err)
	}
	if _, err := sqlite.Open("", sqlite.Options{}); err == nil {
		t.Error("a store without a name was opened")
	}
}

func TestFileNamesMayHaveAnyCharacters(t *testing.T) {
	for _, name := range []string{"a b.db", "what?.db", "50%.db", "x#y&z=1.db", "장기.db", "quote's;.db"} {
		path := filepath.Join(t.TempDir(), name)
		store := open(t, path)
		if _, err := store.Append(t.Context(), "game-1", eventstore.NoStream(), event()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}

func TestASecondWriterIsRefused(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "events.db"), filepath.Join(dir, "link.db")
	first := open(t, path)
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, link} {
		if _, err := sqlite.Open(p, sqlite.Options{}); !errors.Is(err, sqlite.ErrInUse) {
			t.Errorf("second open of %s: %v, want ErrInUse", filepath.Base(p), err)
		}
	}
	first.Close()
	open(t, path)
}

// holdOpen keeps the store open until the process is killed.
func holdOpen(path string) error {
	store, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		return err
	}
	if _, err := store.Append(context.Background(), "game-1", eventstore.NoStream(), event()); err != nil {
		return err
	}
	fmt.Println("open")
	select {}
}

func TestASecondProcessMayReadButNotWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	cmd := child(t, "hold", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cmd.Process.Kill()
		_ = cmd.Wait() // it was killed, and says so
		open(t, path)  // the lock went with its process
	}()
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "open\n" {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	if _, err := sqlite.Open(path, sqlite.Options{}); !errors.Is(err, sqlite.ErrInUse) {
		t.Errorf("open beside another process: %v, want ErrInUse", err)
	}
	reader, err := sqlite.Open(path, sqlite.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if n := count(t, reader); n != 1 {
		t.Errorf("%d events seen, want 1", n)
	}
}

func count(t *testing.T, store *sqlite.Store) (n int) {
	t.Helper()
	for _, err := range store.ReadAll(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

func TestAReadOnlyStoreFollowsTheWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	writer := open(t, path)
	reader, err := sqlite.Open(path, sqlite.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if _, err := reader.Append(t.Context(), "game-1", eventstore.NoStream(), event()); !errors.Is(err, sqlite.ErrReadOnly) {
		t.Errorf("append to a read-only store: %v", err)
	}
	n, level := 0, 0
	for m, err := range reader.Subscribe(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if !m.CaughtUp {
			n++
			continue
		}
		if n == 3 {
			break
		}
		if level == n {
			if _, err := writer.Append(t.Context(), "game-1", at(uint64(n)), event()); err != nil {
				t.Fatal(err)
			}
			level++
		}
	}
	if n != 3 {
		t.Errorf("%d events seen, want 3", n)
	}
}

func TestAClosedFileCanBeReadAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	store := open(t, path)
	if _, err := store.Append(t.Context(), "game-1", eventstore.NoStream(), event()); err != nil {
		t.Fatal(err)
	}
	store.Close()
	reader, err := sqlite.Open(path, sqlite.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if n := count(t, reader); n != 1 {
		t.Errorf("%d events seen, want 1", n)
	}
}

// script runs SQL on a file as any tool could.
func script(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

package sqlite_test

import (
	"errors"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
)

// TestAFailingDiskIsSurvived makes writes fail by the limit that the system sets
// to the size of files: the disk answers with an error and later works again.
func TestAFailingDiskIsSurvived(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "events.db"))
	if _, err := store.Append(t.Context(), "game-1", eventstore.NoStream(), event()); err != nil {
		t.Fatal(err)
	}
	big := []eventstore.Event{{ID: uuid.Must(uuid.NewV7()), Type: "MovePlayed", Data: []byte(`"` + strings.Repeat("x", 1<<20) + `"`)}}

	heal := limitFileSize(t, 256<<10)
	_, err := store.Append(t.Context(), "game-1", eventstore.Exactly(0), big)
	heal()
	if !errors.Is(err, eventstore.ErrUnavailable) {
		t.Fatalf("append to a failing disk: %v, want ErrUnavailable", err)
	}
	if n := count(t, store); n != 1 {
		t.Errorf("%d events stored, want 1", n)
	}
	if _, err := store.Append(t.Context(), "game-1", eventstore.Exactly(0), big); err != nil {
		t.Errorf("append when the disk works again: %v", err)
	}
	if n := count(t, store); n != 2 {
		t.Errorf("%d events stored, want 2", n)
	}
}

func limitFileSize(t *testing.T, bytes uint64) (restore func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ) // else the first write over the limit ends the process
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: was.Max}); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
			t.Fatal(err)
		}
		signal.Reset(syscall.SIGXFSZ)
	}
}

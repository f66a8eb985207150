package sqlite_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
)

// fileOfMany makes a closed store with streams of all lengths, whose events have
// short and long texts and private metadata, and gives its path.
func fileOfMany(t testing.TB, events int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "events.db")
	store := open(t, path)
	appendMany(t, store, events)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func appendMany(t testing.TB, store *sqlite.Store, events int) {
	t.Helper()
	next := map[string]uint64{}
	for i := range events {
		stream := fmt.Sprintf("%s-%d", []string{"game", "chat", "player", "room"}[i%4], i*i%37)
		data := fmt.Sprintf(`{"n":%d,"text":"%s"}`, i, strings.Repeat("장기 ", i%50*i%97))
		e := eventstore.Event{ID: uuid.New(), Type: fmt.Sprint("Type", i%5), Data: []byte(data), Metadata: fmt.Appendf(nil, `{"private":{"actor":"p%d"},"time":"2026"}`, i)}
		if _, err := store.Append(t.Context(), stream, at(next[stream]), []eventstore.Event{e}); err != nil {
			t.Fatal(err)
		}
		next[stream]++
	}
}

// content is all that a file tells, as SQLite reads it.
func content(path string) (string, error) {
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro&immutable=1")
	if err != nil {
		return "", err
	}
	defer db.Close()
	var text strings.Builder
	for _, query := range []string{
		"PRAGMA application_id", "PRAGMA user_version",
		`SELECT position || ' ' || s.name || ' ' || revision || ' ' || previous || ' ' || hex(e.id) || ' ' || e.type || ' ' || e.data || ' ' || e.metadata || ' ' || typeof(e.data) || typeof(e.metadata) || typeof(e.type)
			FROM events e LEFT JOIN streams s ON s.id = e.stream ORDER BY position`,
		"SELECT id || ' ' || name || ' ' || head || typeof(name) FROM streams NOT INDEXED ORDER BY id",
		"SELECT name || ' ' || id FROM streams INDEXED BY sqlite_autoindex_streams_1 ORDER BY name",
		"SELECT one || ' ' || position FROM heads",
		"SELECT name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY name",
	} {
		rows, err := db.Query(query)
		if err != nil {
			return "", err
		}
		for rows.Next() {
			var line sql.NullString
			if err := rows.Scan(&line); err != nil {
				rows.Close()
				return "", err
			}
			fmt.Fprintln(&text, line)
		}
		if err := rows.Err(); err != nil {
			return "", err
		}
	}
	return text.String(), nil
}

// flips changes one bit of a file at a time and gives how many of the changes
// changed what the file tells.
func flips(t *testing.T, path string, tries int, check func(t *testing.T, damaged string, flip string)) (changing int) {
	t.Helper()
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := content(path)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 7))
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	for range tries {
		bit := random.IntN(8 * len(good))
		bad := bytes.Clone(good)
		bad[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(damaged, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := content(damaged); err == nil && got == want {
			continue
		}
		changing++
		check(t, damaged, fmt.Sprintf("bit %d of byte %d, page %d", bit%8, bit/8, bit/8/4096+1))
	}
	return changing
}

func tries(most int) int {
	if testing.Short() {
		return most / 8
	}
	return most
}

func TestEveryBitThatChangesAnythingIsFound(t *testing.T) {
	path := fileOfMany(t, 400)
	found := flips(t, path, tries(2400), func(t *testing.T, damaged, flip string) {
		if report, err := sqlite.Check(t.Context(), damaged, nil); err == nil && len(report.Findings) == 0 {
			t.Errorf("%s is not found", flip)
		}
	})
	t.Logf("%d flips changed something", found)
	if found < tries(2400)/4 {
		t.Errorf("only %d flips changed anything", found)
	}
}

// Whatever bit is flipped, the store is refused, or reads tell of the damage, or
// give what was written.
func TestNoFlippedBitIsReadAsIfItWereNothing(t *testing.T) {
	path := fileOfMany(t, 400)
	want := recordedOf(t, path)
	flips(t, path, tries(480), func(t *testing.T, damaged, flip string) {
		for _, suffix := range []string{"-wal", "-shm", "-head", "-lock"} {
			if err := os.RemoveAll(damaged + suffix); err != nil {
				t.Fatal(err)
			}
		}
		for _, readOnly := range []bool{true, false} {
			store, err := sqlite.Open(damaged, sqlite.Options{ReadOnly: readOnly})
			if err != nil {
				continue
			}
			i := 0
			for r, err := range store.ReadAll(t.Context(), 0) {
				if err != nil {
					i = len(want)
					break
				}
				if i == len(want) || fmt.Sprint(r) != want[i] {
					t.Errorf("%s: event %d is read as %v", flip, i, r)
					break
				}
				i++
			}
			if i < len(want) {
				t.Errorf("%s: only %d of %d events are read", flip, i, len(want))
			}
			store.Close()
		}
	})
}

func recordedOf(t *testing.T, path string) (events []string) {
	t.Helper()
	store, err := sqlite.Open(path, sqlite.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for r, err := range store.ReadAll(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, fmt.Sprint(r))
	}
	return events
}

func TestAGoodFileHasNoFindings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	store := open(t, path)
	for _, state := range []string{"empty", "in use", "closed", "in use again"} {
		switch state {
		case "in use", "in use again":
			store.Close()
			store = open(t, path)
			if state == "in use" {
				appendMany(t, store, 300)
			}
		case "closed":
			store.Close()
		}
		report, err := sqlite.Check(t.Context(), path, nil)
		if err != nil || len(report.Findings) > 0 || report.Unprotected > 0 || state != "empty" && report.Events != 300 {
			t.Errorf("%s: %+v, %v", state, report, err)
		}
	}
}

// overwrite fills pages of a file with random bytes.
func overwrite(t *testing.T, path string, first, pages int) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	noise := make([]byte, pages*4096)
	random := rand.New(rand.NewPCG(1, 1))
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	if _, err := f.WriteAt(noise, int64(first-1)*4096); err != nil {
		t.Fatal(err)
	}
}

func TestDamagedPagesAreListedWithWhatIsWhole(t *testing.T) {
	path := fileOfMany(t, 2000)
	overwrite(t, path, 100, 20)
	var done, of int64
	report, err := sqlite.Check(t.Context(), path, func(d, o int64) { done, of = d, o })
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(report.Findings, "\n")
	if !strings.Contains(text, "cannot be read") || len(report.Damaged) == 0 || report.Events < 1000 || report.Events >= 2000 || done != 2000 || of != 2000 {
		t.Errorf("%d events and %d streams whole, %d damaged, %d of %d read\n%s", report.Events, report.Whole, len(report.Damaged), done, of, text)
	}
}

// Opening a damaged store ended the process: the connection of a follower that
// could not catch up was closed before its statements.
func TestDamagedPagesEndNoProcess(t *testing.T) {
	path := fileOfMany(t, 2000)
	size := int64(0)
	if info, err := os.Stat(path); err == nil {
		size = info.Size() / 4096
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for first := 2; first < int(size); first += 37 {
		if err := os.WriteFile(path, good, 0o600); err != nil {
			t.Fatal(err)
		}
		overwrite(t, path, first, 3)
		store, err := sqlite.Open(path, sqlite.Options{ReadOnly: true})
		if err != nil {
			continue
		}
		for _, err := range store.ReadAll(t.Context(), 0) {
			if err != nil {
				break
			}
		}
		store.Close()
	}
}

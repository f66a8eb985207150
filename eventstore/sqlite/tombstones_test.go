package sqlite_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
)

// streamRead gives what reading a stream ends with.
func streamRead(t *testing.T, store *sqlite.Store, stream string) (n int, err error) {
	t.Helper()
	for _, err := range store.ReadStream(t.Context(), stream, 0) {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func TestADeletedStreamLeavesATombstone(t *testing.T) {
	const of = "(SELECT id FROM streams WHERE name = 'player-1')"
	for name, statements := range map[string]string{
		"its events":              "DELETE FROM events WHERE stream = " + of,
		"its events and its name": "DELETE FROM events WHERE stream = " + of + "; DELETE FROM streams WHERE name = 'player-1'",
	} {
		t.Run(name, func(t *testing.T) {
			path := fileOfMany(t, 200)
			store := open(t, path)
			streams := map[string]bool{}
			for r, err := range store.ReadAll(t.Context(), 0) {
				if err != nil {
					t.Fatal(err)
				}
				streams[r.Stream] = true
			}
			n, err := streamRead(t, store, "player-1")
			if err != nil || n == 0 {
				t.Fatal(n, err)
			}
			store.Close()
			script(t, path, statements)

			report, err := sqlite.Check(t.Context(), path, nil)
			if err != nil || len(report.Findings) > 0 || !slices.Equal(report.Deleted, []string{"player-1"}) || report.Events != uint64(200-n) || report.Whole != len(streams)-1 {
				t.Errorf("%+v, %v", report, err)
			}
			for _, readOnly := range []bool{true, false} {
				store, err := sqlite.Open(path, sqlite.Options{ReadOnly: readOnly})
				if err != nil {
					t.Fatal(err)
				}
				if n, err := streamRead(t, store, "player-1"); n != 0 || !errors.Is(err, eventstore.ErrDeleted) {
					t.Errorf("read-only %v: %d events, %v, want ErrDeleted", readOnly, n, err)
				}
				if all := count(t, store); all != 200-n {
					t.Errorf("read-only %v: %d events are read, want %d", readOnly, all, 200-n)
				}
				if !readOnly {
					if _, err := store.Append(t.Context(), "player-1", eventstore.NoStream(), event()); !errors.Is(err, eventstore.ErrDeleted) {
						t.Errorf("append: %v, want ErrDeleted", err)
					}
					appended, err := store.Append(t.Context(), "player-new", eventstore.NoStream(), event())
					if err != nil || appended.Position != 201 {
						t.Errorf("append to another stream: %+v, %v", appended, err)
					}
				}
				store.Close()
			}
		})
	}
}

func TestThePositionOfADeletedEventIsNotGivenAgain(t *testing.T) {
	path := fileOfMany(t, 50)
	script(t, path, "DELETE FROM events WHERE stream = (SELECT stream FROM events WHERE position = 50)")
	appended, err := open(t, path).Append(t.Context(), "new", eventstore.NoStream(), event())
	if err != nil || appended.Position != 51 {
		t.Errorf("%+v, %v; want position 51", appended, err)
	}
}

func TestAPartOfAStreamThatWasDeletedIsDamage(t *testing.T) {
	path := fileOfMany(t, 200)
	for _, last := range []string{"min", "max"} {
		file := copyOf(t, path)
		script(t, file, "DELETE FROM events WHERE position = (SELECT "+last+"(position) FROM events WHERE stream = (SELECT id FROM streams WHERE name = 'player-1'))")
		report, err := sqlite.Check(t.Context(), file, nil)
		if err != nil || !strings.Contains(strings.Join(report.Findings, "\n"), "player-1") || !slices.Equal(report.Damaged, []string{"player-1"}) {
			t.Errorf("%s: %+v, %v", last, report, err)
		}
	}
}

func TestEventsThatGoWithoutATombstoneAreMissed(t *testing.T) {
	path := fileOfMany(t, 200)
	script(t, path, "DROP TRIGGER bury; DELETE FROM events WHERE stream = 3; DELETE FROM streams WHERE id = 3; "+
		"CREATE TRIGGER bury AFTER DELETE ON events BEGIN SELECT 1; END")
	report, err := sqlite.Check(t.Context(), path, nil)
	if err != nil || !strings.Contains(strings.Join(report.Findings, "\n"), "are missing") {
		t.Errorf("%+v, %v", report, err)
	}
	store := open(t, path)
	var failed error
	for _, err := range store.ReadAll(t.Context(), 0) {
		failed = err
	}
	if !errors.Is(failed, sqlite.ErrDamaged) {
		t.Errorf("all events are read, %v, want ErrDamaged", failed)
	}
}

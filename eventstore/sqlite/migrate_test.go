package sqlite_test

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
	"github.com/janggid/janggid/eventstore/sqlite"
)

// version1 is how files were made before streams were chains.
const version1 = `
PRAGMA journal_mode = WAL;
CREATE TABLE streams (
	id   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE events (
	position INTEGER PRIMARY KEY,
	stream   INTEGER NOT NULL REFERENCES streams (id),
	revision INTEGER NOT NULL,
	id       BLOB NOT NULL, -- 16 bytes
	type     TEXT NOT NULL,
	data     TEXT NOT NULL, -- JSON
	metadata TEXT NOT NULL  -- JSON, or empty
) STRICT;
CREATE UNIQUE INDEX events_of_stream ON events (stream, revision);
CREATE VIEW all_events AS SELECT e.position, s.name AS stream FROM events e JOIN streams s ON s.id = e.stream;
PRAGMA application_id = 0x4A4E4744;
PRAGMA user_version = 1;
`

// idAt is the id of the event at a position of the old file.
func idAt(position int) uuid.UUID {
	return uuid.MustParse(fmt.Sprintf("0190a000-0000-7000-8000-%012d", position))
}

// oldFile makes a file of version 1 with two streams in turns, which have so many
// events, and an event of a third at the end.
func oldFile(t testing.TB, length int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "events.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	run := func(statement string, args ...any) {
		if _, err := db.Exec(statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	db.SetMaxOpenConns(1)
	run(version1)
	run("BEGIN")
	run("INSERT INTO streams VALUES (1, 'game-1'), (2, 'game-2'), (3, 'unused'), (4, 'game-4')")
	insert, err := db.Prepare("INSERT INTO events VALUES (?, ?, ?, ?, 'MovePlayed', ?, '')")
	if err != nil {
		t.Fatal(err)
	}
	event := func(position, stream, revision int) {
		id := idAt(position)
		if _, err := insert.Exec(position, stream, revision, id[:], fmt.Sprintf(`{"n":%d}`, revision)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 2 * length {
		event(i+1, 1+i%2, i/2)
	}
	event(2*length+1, 4, 0)
	run("COMMIT")
	return path
}

// shape is what a file consists of and says about itself.
func shape(t *testing.T, path string) (shape []string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT coalesce(sql, name) FROM sqlite_schema
		UNION ALL SELECT 'version ' || user_version FROM pragma_user_version ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		shape = append(shape, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return shape
}

func TestFilesOfVersion1AreMigrated(t *testing.T) {
	const length = 700
	path := oldFile(t, length)
	if _, err := sqlite.Open(path, sqlite.Options{ReadOnly: true}); !errors.Is(err, sqlite.ErrOlder) {
		t.Fatalf("read-only open before: %v, want ErrOlder", err)
	}
	store := open(t, path)
	if n := count(t, store); n != 2*length+1 {
		t.Errorf("%d events, want %d", n, 2*length+1)
	}
	for _, from := range []int{0, length - 3} {
		next := from
		for r, err := range store.ReadStream(t.Context(), "game-2", uint64(from)) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Revision != uint64(next) || r.ID != idAt(2*next+2) || string(r.Data) != fmt.Sprintf(`{"n":%d}`, next) {
				t.Fatalf("event %d is revision %d, %s, %s", next, r.Revision, r.ID, r.Data)
			}
			next++
		}
		if next != length {
			t.Errorf("read from %d to %d, want to %d", from, next, length)
		}
	}

	appended, err := store.Append(t.Context(), "game-1", eventstore.Exactly(length-1), event())
	if err != nil || appended != (eventstore.Appended{Revision: length, Position: 2*length + 2}) {
		t.Errorf("append: %+v, %v", appended, err)
	}
	for _, revision := range []int{0, 10, length - 1} {
		again := eventstore.Event{ID: idAt(2*revision + 1), Type: "MovePlayed"}
		appended, err := store.Append(t.Context(), "game-1", at(uint64(revision)), []eventstore.Event{again})
		if err != nil || appended != (eventstore.Appended{Revision: uint64(revision), Position: eventstore.Position(2*revision + 1)}) {
			t.Errorf("retry at revision %d: %+v, %v", revision, appended, err)
		}
	}
	var conflict *eventstore.ConflictError
	if _, err := store.Append(t.Context(), "game-4", eventstore.NoStream(), event()); !errors.As(err, &conflict) {
		t.Errorf("append to a stream as if it were absent: %v, want a conflict", err)
	}
	for _, absent := range []string{"unused", "game-5"} {
		if _, err := store.Append(t.Context(), absent, eventstore.NoStream(), event()); err != nil {
			t.Errorf("append to %s: %v", absent, err)
		}
	}

	fresh := filepath.Join(t.TempDir(), "events.db")
	open(t, fresh)
	if got, want := shape(t, path), shape(t, fresh); !reflect.DeepEqual(got, want) {
		t.Errorf("the file has become\n%q, a new one is\n%q", got, want)
	}
}

func TestAMigrationThatFailsLeavesTheFileAsItWas(t *testing.T) {
	path := oldFile(t, 20)
	script(t, path, "DELETE FROM events WHERE position = 20")
	before := shape(t, path)
	if _, err := sqlite.Open(path, sqlite.Options{}); !errors.Is(err, sqlite.ErrDamaged) {
		t.Fatalf("open with an event gone: %v, want ErrDamaged", err)
	}
	if after := shape(t, path); !reflect.DeepEqual(after, before) {
		t.Errorf("the file has become\n%q, was\n%q", after, before)
	}
}

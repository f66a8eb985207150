package sqlite_test

import (
	"database/sql"
	"math"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore"
)

func TestAnySQLiteToolShowsTheEvents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	store := open(t, path)
	id := uuid.MustParse("0190a000-beef-7000-8000-0123456789ab")
	if _, err := store.Append(t.Context(), "game-1", eventstore.NoStream(), []eventstore.Event{
		{ID: id, Type: "MovePlayed", Data: []byte(`{"from":"a4"}`), Metadata: []byte(`{"side":"cho"}`)},
	}); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var stream, gotID, kind, from, side string
	var revision uint64
	if err := db.QueryRow(`SELECT stream, revision, id, type, data ->> 'from', metadata ->> 'side' FROM all_events`).
		Scan(&stream, &revision, &gotID, &kind, &from, &side); err != nil {
		t.Fatal(err)
	}
	if stream != "game-1" || revision != 0 || gotID != id.String() || kind != "MovePlayed" || from != "a4" || side != "cho" {
		t.Errorf("the view shows %s %d %s %s %s %s", stream, revision, gotID, kind, from, side)
	}
}

// streamQuery is the query of docs/operations.md.
const streamQuery = `
WITH RECURSIVE
  of(stream, head) AS (
    SELECT id, max(head, coalesce((SELECT max(position) FROM events WHERE stream = streams.id AND position > (SELECT position FROM heads)), 0))
    FROM streams WHERE name = 'game-1'),
  chain(position) AS (
    SELECT head FROM of
    UNION ALL
    SELECT previous FROM chain JOIN events USING (position) WHERE previous > 0)
SELECT * FROM all_events WHERE position IN (SELECT position FROM chain) ORDER BY position`

func TestAnySQLiteToolReadsAStream(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.db")
	store := open(t, path)
	check := func(want int) {
		t.Helper()
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		rows, err := db.Query("SELECT revision FROM (" + streamQuery + ")")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		n := 0
		for rows.Next() {
			var revision int
			if err := rows.Scan(&revision); err != nil || revision != n {
				t.Fatalf("revision %d, %v, want %d", revision, err, n)
			}
			n++
		}
		if rows.Err() != nil || n != want {
			t.Errorf("%d events, %v, want %d", n, rows.Err(), want)
		}
	}
	for i := range uint64(5) {
		for _, stream := range []string{"game-1", "game-2"} {
			if _, err := store.Append(t.Context(), stream, at(i), event()); err != nil {
				t.Fatal(err)
			}
		}
	}
	check(5)
	store.Close()
	check(5)
}

func TestNumbersThatSQLiteCannotHold(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "events.db"))
	if _, err := store.Append(t.Context(), "game-1", eventstore.NoStream(), event()); err != nil {
		t.Fatal(err)
	}
	for r, err := range store.ReadStream(t.Context(), "game-1", math.MaxUint64) {
		t.Errorf("past the last revision: %v, %v", r, err)
	}
	for r, err := range store.ReadAll(t.Context(), math.MaxUint64) {
		t.Errorf("past the last position: %v, %v", r, err)
	}
}

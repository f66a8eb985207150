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

package main

import (
	"database/sql"
	"net/http"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

// hold keeps a database from being written to until release is called.
func hold(t *testing.T, file string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	return func() {
		if _, err := db.Exec("ROLLBACK"); err != nil {
			t.Error(err)
		}
	}
}

type readyBody struct {
	Status, Lists string
	BehindMS      int64 `json:"behind_ms"`
}

// listsSay waits until /readyz, which is 200 all the time, says how lists do.
func listsSay(t *testing.T, base, want string) {
	t.Helper()
	for late := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		var said readyBody
		getJSON(t, base+"/readyz", "", http.StatusOK, &said)
		if said.Lists == want && said.Status == "ready" && (want == "current") == (said.BehindMS == 0) {
			return
		}
		if time.Now().After(late) {
			t.Fatalf("lists are %+v, want %s", said, want)
		}
	}
}

// A read model that cannot be written stops lists alone. They catch up as soon as
// it can.
func TestAReadModelThatCannotBeWrittenStopsListsAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for SQLite's time-outs")
	}
	data := t.TempDir()
	file := filepath.Join(data, "readmodel.db")
	base, stop := startServer(t, data)
	finishedGame(t, base)
	folded(t, base)
	for range 2 {
		listsSay(t, base, "current")
		release := hold(t, file)
		finishedGame(t, base)
		listsSay(t, base, "behind")
		metrics := node(base).text(t, "/metrics")
		if !regexp.MustCompile(`(?m)^janggid_read_model_behind_seconds [^0]|^janggid_read_model_behind_seconds 0\.\d*[1-9]`).MatchString(metrics) {
			t.Errorf("the metrics do not say that lists are behind:\n%s", metrics)
		}
		finishedGame(t, base)
		var lists struct{ Games []struct{ ID string } }
		getJSON(t, base+"/v1/games", "", http.StatusOK, &lists)
		before := len(lists.Games)
		release()
		listsSay(t, base, "current")
		folded(t, base)
		getJSON(t, base+"/v1/games", "", http.StatusOK, &lists)
		if len(lists.Games) != before+2 {
			t.Errorf("%d games are listed, want %d", len(lists.Games), before+2)
		}
		stop()
		base, stop = startServer(t, data)
	}
	stop()
}

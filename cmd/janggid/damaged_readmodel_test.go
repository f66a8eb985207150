package main

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// garble overwrites all that stands in a file, whose length stays.
func garble(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt(bytes.Repeat([]byte("damaged "), int(info.Size())/8), 0); err != nil {
		t.Fatal(err)
	}
}

// eventually waits until a URL is answered with 200, and meanwhile with 503 only.
func eventually(t *testing.T, url string) (refused int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatalf("%s after %d refusals: %v", url, refused, err)
		}
		answer.Body.Close()
		switch answer.StatusCode {
		case http.StatusOK:
			return refused
		case http.StatusServiceUnavailable:
			refused++
		default:
			t.Fatalf("%s: %s", url, answer.Status)
		}
	}
}

func TestAServerBuildsDamagedReadModelsAnew(t *testing.T) {
	data := t.TempDir()
	file := filepath.Join(data, "readmodel.db")
	base, stop := startServer(t, data)
	finishedGame(t, base)
	folded(t, base)
	stop()
	var lists struct {
		Games []struct{ ID string } `json:"games"`
	}
	garble(t, file)
	base, stop = startServer(t, data)
	eventually(t, base+"/readyz")
	getJSON(t, base+"/v1/games", "", http.StatusOK, &lists)
	if len(lists.Games) != 1 {
		t.Fatalf("after damage at rest: %d games, want 1", len(lists.Games))
	}
	// A restart moves the WAL into the file, and SQLite reads it anew.
	stop()
	base, stop = startServer(t, data)
	defer stop()
	eventually(t, base+"/readyz")
	garble(t, file)
	finishedGame(t, base)
	if eventually(t, base+"/v1/games") == 0 {
		t.Error("the lists of a damaged file were answered")
	}
	eventually(t, base+"/v1/games")
	folded(t, base)
	getJSON(t, base+"/v1/games", "", http.StatusOK, &lists)
	if len(lists.Games) != 2 {
		t.Fatalf("after damage while running: %d games, want 2", len(lists.Games))
	}
}

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// recordsFile writes a file of records.
func recordsFile(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// listedGame is what a list says of a game.
type listedGame struct {
	Ply     int
	Players struct{ Cho struct{ ID string } }
}

// gamesOf lists games by a query.
func gamesOf(t *testing.T, base, query string) []listedGame {
	t.Helper()
	var page struct{ Games []listedGame }
	getJSON(t, base+"/v1/games?"+query, "", http.StatusOK, &page)
	return page.Games
}

// TestImportThroughAServerHonorsItsFlags imports a PGN with every flag, and then
// another version of it.
func TestImportThroughAServerHonorsItsFlags(t *testing.T) {
	base, _ := startServer(t, t.TempDir())
	me := newTestGuest(t, base, "Ann")
	pgn := func(moves string) string {
		return "[Event \"League\"]\n[White \"Kim\"]\n[Black \"Lee\"]\n[Variant \"Janggi\"]\n[Id \"final\"]\n[Result \"1-0\"]\n\n" + moves + "\n"
	}
	file := recordsFile(t, "final.pgn", pgn("1. i4h4 a7b7 1-0"))
	args := []string{"import", "--server", base, "--token", me.Token, "--format", "pgn", "--label", "league=2026", "--label", "round=1",
		"--player", "Kim=" + me.ID, "--external-id-tag", "Id"}
	said, err := command(t.Context(), append(args, file)...)
	if err != nil || !strings.Contains(said, file+":1: kept, game ") || !strings.Contains(said, "1 games read: 1 kept") {
		t.Fatalf("%v: %s", err, said)
	}
	awaitLists(t, base, me.Token)
	games := gamesOf(t, base, "label=league:2026&label=round:1")
	if len(games) != 1 || games[0].Players.Cho.ID != me.ID || games[0].Ply != 2 {
		t.Errorf("the list has %+v", games)
	}
	if err := os.WriteFile(file, []byte(pgn("1. i4h4 a7b7 2. c4b4 1-0")), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := command(t.Context(), append(args, file)...); err != nil || !strings.Contains(said, ": replaced, game ") {
		t.Errorf("another version: %v: %s", err, said)
	}

	hidden := recordsFile(t, "hidden.uci", "i4h4 a7b7 c4b4 pass\n")
	if said, err := command(t.Context(), "import", "--server", base, "--unlisted", "--label", "kept=out", hidden); err != nil || !strings.Contains(said, "1 kept") {
		t.Errorf("unlisted: %v: %s", err, said)
	}
	awaitLists(t, base, me.Token)
	if games := gamesOf(t, base, "label=kept:out"); len(games) != 0 {
		t.Errorf("an unlisted game is listed: %+v", games)
	}
}

// newTestGuest registers a player.
func newTestGuest(t *testing.T, base, name string) apiPlayer {
	t.Helper()
	me, err := newAPIClient(base, http.DefaultClient).Guest(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return me
}

// awaitLists waits until lists show all that was stored so far.
func awaitLists(t *testing.T, base, token string) {
	t.Helper()
	position := node(base).send(t, request{path: "/v1/games", token: token}, http.StatusCreated).position
	levelled(t, []node{node(base)}, position)
}

func TestEveryFormatGoesToAServer(t *testing.T) {
	base, _ := startServer(t, t.TempDir())
	for name, text := range map[string]string{
		"a.uci":  "i4h4 a7b7\n",
		"a.json": `{"setups":{"cho":"HEEH","han":"HEEH"},"moves":["i4h4"],"outcome":null}`,
		"a.pgn":  "[White \"Kim\"]\n[Variant \"Janggi\"]\n\n1. i4h4 1-0\n",
	} {
		if said, err := command(t.Context(), "import", "--server", base, recordsFile(t, name, text)); err != nil || !strings.Contains(said, "1 games read: 1 kept") {
			t.Errorf("%s: %v: %s", name, err, said)
		}
	}
	said, err := command(t.Context(), "import", "--server", base, recordsFile(t, "cut.uci", "i4h4 i4h4\n"))
	if err == nil || !strings.Contains(said, "cut at move 2, i4h4: illegal_move") {
		t.Errorf("a game that leaves the rules: %v: %s", err, said)
	}
}

func TestImportRefusesFlagsThatWouldDoNothing(t *testing.T) {
	file := recordsFile(t, "a.uci", "i4h4\n")
	for _, test := range []struct{ args, want string }{
		{"--as ann", "--as is for an import into a store"},
		{"--server http://127.0.0.1:1 --as ann", "--as is for"},
		{"--server http://127.0.0.1:1 --token-key x", "--token-key is for"},
		{"--server http://127.0.0.1:1 --data x", "--data is for"},
		{"--data x --token y", "--token goes to a server"},
		{"--server localhost:8080", "--server \"localhost:8080\""},
		{"--format sgf", "--format: "},
		{"--label a:b=c", "--label a:b"},
		{"--cho-token x", "unknown flag"},
	} {
		_, err := command(t.Context(), append(append([]string{"import"}, strings.Fields(test.args)...), file)...)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.args, err, test.want)
		}
	}
}

func TestTheEnvironmentOfAServerDoesNotHinderAnImportThroughIt(t *testing.T) {
	base, _ := startServer(t, t.TempDir())
	t.Setenv("JANGGID_DATA", t.TempDir())
	t.Setenv("JANGGID_TOKEN_KEY", strings.Repeat("ab", 32))
	if said, err := command(t.Context(), "import", "--server", base, recordsFile(t, "a.uci", "i4h4\n")); err != nil || !strings.Contains(said, "1 kept") {
		t.Errorf("%v: %s", err, said)
	}
}

// TestAnImportWaitsForTheServersLimit is told once to come later.
func TestAnImportWaitsForTheServersLimit(t *testing.T) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 1 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
			fmt.Fprint(w, `{"status":429,"code":"rate_limited","detail":"later"}`)
			return
		}
		fmt.Fprint(w, `{"game":1,"line":1,"status":"kept","id":"g","turns":1,"written":1,"outcome":null,"warnings":[]}`+"\n"+`{"summary":{"read":1,"kept":1},"position":"1"}`)
	}))
	defer server.Close()
	said, err := command(t.Context(), "import", "--server", server.URL, "--token", "t", recordsFile(t, "a.uci", "i4h4\n"))
	if err != nil || asked.Load() != 2 || !strings.Contains(said, "1 games read: 1 kept") {
		t.Errorf("%v after %d requests: %s", err, asked.Load(), said)
	}
}

func TestAnImportTellsWhatTheServerSays(t *testing.T) {
	base, _ := startServer(t, t.TempDir())
	file := recordsFile(t, "a.uci", "i4h4\n")
	if _, err := command(t.Context(), "import", "--server", base, "--token", "x", file); err == nil || !strings.Contains(err.Error(), "401 unauthenticated") {
		t.Errorf("a wrong token: %v", err)
	}
	if _, err := command(t.Context(), "import", "--server", base, "--player", "Kim=nobody", file); err == nil || !strings.Contains(err.Error(), "400 bad_request") {
		t.Errorf("a player that does not exist: %v", err)
	}
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, `{"game":1,`) }))
	defer broken.Close()
	if _, err := command(t.Context(), "import", "--server", broken.URL, "--token", "x", file); err == nil || !strings.Contains(err.Error(), "broke off") {
		t.Errorf("an answer that broke off: %v", err)
	}
}

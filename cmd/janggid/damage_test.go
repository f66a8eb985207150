package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/janggid/janggid/eventstore/sqlite"
)

const schema2 = "testdata/upgrade/schema-2/events.db"

// copyFile copies a file and gives the path of the copy.
func copyFile(t *testing.T, from, to string) string {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// upgraded gives a data folder with games, players, rooms and chats that an older
// version wrote and this one has opened.
func upgraded(t *testing.T) (data string) {
	t.Helper()
	data = t.TempDir()
	store, err := sqlite.Open(copyFile(t, schema2, filepath.Join(data, "events.db")), sqlite.Options{})
	if err == nil {
		err = store.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// tool runs a command and gives what it prints and its exit status.
func tool(t *testing.T, args ...string) (out string, status int) {
	t.Helper()
	var printed bytes.Buffer
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(&printed)
	root.SetErr(io.Discard)
	usage := markUsageErrors(root)
	err := usage(root.ExecuteContext(t.Context()))
	if err != nil {
		fmt.Fprintln(&printed, err)
	}
	return printed.String(), exitStatus(err)
}

// readingTools are the commands that read a store, each with a folder of its own
// for what it writes.
func readingTools(t *testing.T, data, game string) map[string][]string {
	t.Helper()
	return map[string][]string{
		"verify":  {"verify", "--data", data},
		"export":  {"export", "--data", data},
		"rebuild": {"rebuild", "--data", data},
		"replay":  {"replay", "--data", data, game},
		"copy":    {"copy", "--from", "sqlite:" + filepath.Join(data, "events.db"), "--to", "sqlite:" + filepath.Join(t.TempDir(), "copy.db")},
	}
}

func aGame(t *testing.T, data string) string {
	t.Helper()
	store, err := sqlite.Open(filepath.Join(data, "events.db"), sqlite.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for r, err := range store.ReadAll(t.Context(), 0) {
		if id, ok := strings.CutPrefix(r.Stream, "game-"); ok && err == nil {
			return id
		}
	}
	t.Fatal("there is no game")
	return ""
}

// Whatever page of events.db is damaged, no command ends in a crash or takes the
// store for whole: it fails, or prints what it prints of the good store.
func TestNoCommandTakesADamagedStoreForWhole(t *testing.T) {
	data := upgraded(t)
	file := filepath.Join(data, "events.db")
	game := aGame(t, data)
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for name, args := range readingTools(t, data, game) {
		out, status := tool(t, args...)
		if status != exitOK {
			t.Fatalf("%s of the good store: %d, %s", name, status, out)
		}
		want[name] = strings.ReplaceAll(out, args[len(args)-1], "DESTINATION")
	}
	random := rand.New(rand.NewPCG(5, 5))
	for page := range len(good) / 4096 {
		bad := bytes.Clone(good)
		for i := range 4096 {
			bad[page*4096+i] = byte(random.Uint32())
		}
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		for name, args := range readingTools(t, data, game) {
			out, status := tool(t, args...)
			out = strings.ReplaceAll(out, args[len(args)-1], "DESTINATION")
			if name == "verify" && status != exitDamaged {
				t.Errorf("page %d: verify ends with %d: %s", page+1, status, out)
			}
			if status == exitOK && out != want[name] {
				t.Errorf("page %d: %s takes the store for whole: %s", page+1, name, out)
			}
		}
	}
}

func TestVerifyListsWhatIsDamagedAndWhatIsWhole(t *testing.T) {
	data := upgraded(t)
	file := filepath.Join(data, "events.db")
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndex(text, []byte(`"private":{"actor"`))
	if _, err := f.WriteAt([]byte("X"), int64(at+len(`"private":{"a`))); err != nil {
		t.Fatal(err)
	}
	out, status := tool(t, "verify", "--data", data)
	if status != exitDamaged || !strings.Contains(out, "differs from its checksum") || !strings.Contains(out, "not whole: stream ") || !strings.Contains(out, "21 streams are whole, 1 are not") {
		t.Errorf("%d: %s", status, out)
	}
}

func TestAnOlderFileIsVerifiedAsItIsAndUpgraded(t *testing.T) {
	data := t.TempDir()
	copyFile(t, schema2, filepath.Join(data, "events.db"))
	before, status := tool(t, "export", "--data", data)
	if status != exitOK || len(before) < 1000 {
		t.Fatalf("export before: %d, %s", status, before)
	}
	if out, status := tool(t, "verify", "--data", data); status != exitOK || !strings.Contains(out, "have no checksum yet") || !strings.Contains(out, "22 streams are as they should be") {
		t.Errorf("verify before: %d, %s", status, out)
	}
	store, err := sqlite.Open(filepath.Join(data, "events.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if after, status := tool(t, "export", "--data", data); status != exitOK || after != before {
		t.Errorf("export after: %d, %s", status, after)
	}
	// A server goes on from it: it ends the games whose time is over.
	o := serveOptions{addr: "127.0.0.1:0", data: data, limits: "off", logFormat: "text", logLevel: "error"}
	o.tokens.issuer, o.tokens.acceptNewKey = "janggid", true
	_, stop := start(t, o)
	stop()
	if out, status := tool(t, "verify", "--data", data); status != exitOK || strings.Contains(out, "checksum") || !strings.Contains(out, "streams are as they should be") {
		t.Errorf("verify after: %d, %s", status, out)
	}
}

// refused starts a server that must not start, and gives why.
func refused(t *testing.T, data string) string {
	t.Helper()
	o := serveOptions{addr: "127.0.0.1:0", data: data, limits: "off", logFormat: "text", logLevel: "error"}
	o.tokens.issuer = "janggid"
	err := serve(t.Context(), o, stopAt{t.Output(), "Store", func() { panic("it has started") }}, t.Output())
	if err == nil {
		t.Fatal("the server started")
	}
	if exitStatus(err) != exitDamaged {
		t.Errorf("status %d: %v", exitStatus(err), err)
	}
	return err.Error()
}

func TestAMissingTokenKeyIsNotReplacedWithoutAWord(t *testing.T) {
	data := t.TempDir()
	base, stop := startServer(t, data)
	finishedGame(t, base)
	stop()
	key := filepath.Join(data, "token.key")
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	if why := refused(t, data); !strings.Contains(why, "token.key") || !strings.Contains(why, "--accept-new-key") {
		t.Errorf("refused with %q", why)
	}
	if out, status := tool(t, "token", "--data", data, "--player", "ann", "--name", "Ann"); status != exitDamaged {
		t.Errorf("token: %d, %s", status, out)
	}
	if _, err := os.Stat(key); err == nil {
		t.Error("a key was made")
	}
	o := serveOptions{addr: "127.0.0.1:0", data: data, limits: "off", logFormat: "text", logLevel: "error"}
	o.tokens.issuer, o.tokens.acceptNewKey = "janggid", true
	_, stop = start(t, o)
	stop()
	_, stop = startServer(t, data)
	stop()
}

// folded waits until the read models of a server hold what was stored.
func folded(t *testing.T, base string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+"/v1/guests", strings.NewReader(`{"name":"Ben"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	getJSON(t, base+"/v1/games?after_position="+answer.Header.Get("Position"), "", http.StatusOK, &struct{}{})
}

func TestAStoreThatLostItsEventsIsNotBegunAnew(t *testing.T) {
	losses := map[string]func(data string) error{
		"no file": func(data string) error { return os.Remove(filepath.Join(data, "events.db")) },
		"no file, and nothing beside it": func(data string) error {
			for _, name := range []string{"events.db-head", "events.db-lock"} {
				if err := os.Remove(filepath.Join(data, name)); err != nil {
					return err
				}
			}
			return os.Remove(filepath.Join(data, "events.db"))
		},
		"an empty file": func(data string) error { return os.WriteFile(filepath.Join(data, "events.db"), nil, 0o600) },
		"an empty file, and nothing beside it": func(data string) error {
			if err := os.Remove(filepath.Join(data, "events.db-head")); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(data, "events.db"), nil, 0o600)
		},
		"a store without events": func(data string) error {
			if err := os.Remove(filepath.Join(data, "events.db-head")); err != nil {
				return err
			}
			if err := os.Remove(filepath.Join(data, "events.db")); err != nil {
				return err
			}
			store, err := sqlite.Open(filepath.Join(data, "events.db"), sqlite.Options{})
			if err != nil {
				return err
			}
			return store.Close()
		},
	}
	for name, lose := range losses {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			base, stop := startServer(t, data)
			finishedGame(t, base)
			folded(t, base)
			stop()
			if err := lose(data); err != nil {
				t.Fatal(err)
			}
			if why := refused(t, data); !strings.Contains(why, "--accept-loss") {
				t.Errorf("refused with %q", why)
			}
			for _, args := range [][]string{{"verify", "--data", data}, {"rebuild", "--data", data}} {
				if out, status := tool(t, args...); status == exitOK || args[0] == "verify" && status != exitDamaged {
					t.Errorf("%s: %d, %s", args[0], status, out)
				}
			}
			o := serveOptions{addr: "127.0.0.1:0", data: data, limits: "off", logFormat: "text", logLevel: "error", acceptLoss: true}
			o.tokens.issuer = "janggid"
			_, stop = start(t, o)
			stop()
			base, stop = startServer(t, data)
			finishedGame(t, base)
			stop()
		})
	}
}

func TestNothingIsAcknowledgedOnceTheStoresFileHasGone(t *testing.T) {
	data := t.TempDir()
	base, stop := startServer(t, data)
	defer stop()
	finishedGame(t, base)
	getJSON(t, base+"/readyz", "", http.StatusOK, &struct{}{})
	file := filepath.Join(data, "events.db")
	if err := os.Rename(file, file+".away"); err != nil {
		t.Fatal(err)
	}
	getJSON(t, base+"/readyz", "", http.StatusServiceUnavailable, &struct{}{})
	for range 3 {
		callJSON(t, http.MethodPost, base+"/v1/guests", "", map[string]string{"name": "Ben"}, http.StatusServiceUnavailable, &struct{}{})
	}
	if err := os.Rename(file+".away", file); err != nil {
		t.Fatal(err)
	}
	getJSON(t, base+"/readyz", "", http.StatusOK, &struct{}{})
	finishedGame(t, base)
}

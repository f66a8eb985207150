package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// downloaded is what a path answers, in a file.
func downloaded(t *testing.T, url, name string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v: %s", url, answer.StatusCode, err, text)
	}
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// verified runs the command and gives what it prints.
func verified(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	root := newRoot()
	root.SetArgs(append([]string{"verify"}, args...))
	root.SetOut(&out)
	root.SetErr(io.Discard)
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

// finishedGame plays a short game against oneself and gives its id.
func finishedGame(t *testing.T, base string) string {
	t.Helper()
	var guest struct {
		Token string `json:"access_token"`
	}
	callJSON(t, http.MethodPost, base+"/v1/guests", "", map[string]string{"name": "Ann"}, http.StatusCreated, &guest)
	var game struct {
		ID string `json:"id"`
	}
	callJSON(t, http.MethodPost, base+"/v1/games", guest.Token, map[string]any{"opponent": map[string]string{"type": "self"}}, http.StatusCreated, &game)
	path := base + "/v1/games/" + game.ID
	for range 2 {
		callJSON(t, http.MethodPost, path+"/setup", guest.Token, map[string]string{"setup": "HEEH"}, http.StatusOK, &struct{}{})
	}
	for _, move := range []string{"a4b4", "a7b7", "pass", "pass"} {
		callJSON(t, http.MethodPost, path+"/moves", guest.Token, map[string]string{"move": move}, http.StatusOK, &struct{}{})
	}
	return game.ID
}

func TestADownloadedGameIsVerifiedWithoutItsServer(t *testing.T) {
	data := t.TempDir()
	base, stop := startServer(t, data)
	id := finishedGame(t, base)
	history := downloaded(t, base+"/v1/games/"+id+"/events", "game.json")
	proof := downloaded(t, base+"/v1/games/"+id+"/proof", "proof.json")
	keys := downloaded(t, base+"/v1/keys", "keys.json")
	stop()

	if out, err := verified(t, history); err != nil || !strings.Contains(out, id) || !strings.Contains(out, "key taken from the proof itself") {
		t.Errorf("without keys: %v, %s", err, out)
	}
	if out, err := verified(t, "--keys", keys, history); err != nil || !strings.Contains(out, "signed by") {
		t.Errorf("with the server's keys: %v, %s", err, out)
	}
	if out, err := verified(t, "--data", data); err != nil || !strings.Contains(out, "as they should be") {
		t.Errorf("the store: %v, %s", err, out)
	}

	text, err := os.ReadFile(history)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := os.ReadFile(proof)
	if err != nil {
		t.Fatal(err)
	}
	other, stopOther := startServer(t, t.TempDir())
	otherKeys := downloaded(t, other+"/v1/keys", "keys.json")
	stopOther()
	changed := func(old, new string) []byte { return bytes.Replace(text, []byte(old), []byte(new), 1) }
	tests := []struct {
		name string
		text []byte
		args []string
		want string
	}{
		{"a move changed", changed(`"move":"a4b4"`, `"move":"a4a5"`), nil, "metadata.prev"},
		{"a result changed", changed(`"result":"han"`, `"result":"cho"`), nil, "data.result"},
		{"the last event missing", append(text[:bytes.LastIndex(text, []byte(`,{"revision"`)):bytes.LastIndex(text, []byte(`,{"revision"`))], []byte(`],"next":null}`)...), nil, "GameEnded"},
		{"another game's proof", append(append([]byte{}, text...), bytes.ReplaceAll(signed, []byte(id), []byte("0192d3c0-0000-7000-8000-000000000000"))...), nil, "earlier values belong to"},
		{"the keys of another server", text, []string{"--keys", otherKeys}, "another key"},
		{"no history", []byte("{}"), nil, "game"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "game.json")
			if err := os.WriteFile(file, tt.text, 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := verified(t, append(tt.args, file)...)
			if err == nil || !strings.Contains(out, tt.want) {
				t.Errorf("%v, %q; want %q", err, out, tt.want)
			}
		})
	}
}

func TestSigningKeysStayTheSame(t *testing.T) {
	data := t.TempDir()
	tokenKey := make([]byte, 32)
	kid := func(o signingOptions, where storeAt) string {
		t.Helper()
		s, err := o.open(where, tokenKey)
		if err != nil {
			t.Fatal(err)
		}
		return s.Keys().Keys[0].KeyID
	}
	own := kid(signingOptions{}, storeAt{data: data})
	if again := kid(signingOptions{}, storeAt{data: data}); again != own {
		t.Errorf("after a restart %s, before %s", again, own)
	}
	if info, err := os.Stat(filepath.Join(data, "signing.key")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file: %v, %v", info, err)
	}
	one, two := storeAt{data: t.TempDir(), url: "esdb://a"}, storeAt{data: t.TempDir(), url: "esdb://a"}
	if kid(signingOptions{}, one) != kid(signingOptions{}, two) {
		t.Error("nodes that share a store and a token key sign with different keys")
	}
	seed := strings.Repeat("ab", 32)
	if kid(signingOptions{key: seed}, one) == kid(signingOptions{}, one) {
		t.Error("--signing-key changes nothing")
	}
	for _, bad := range []signingOptions{{key: "short"}, {key: strings.Repeat("ab", 33)}, {previousKey: "short"}} {
		if _, err := bad.open(one, tokenKey); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

func TestVerifySaysWhatAFileShouldBe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.gib")
	if err := os.WriteFile(file, []byte("[대회명 \"기왕전\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := verified(t, file); err == nil || !strings.Contains(out, "GET /v1/games/ID/events") {
		t.Errorf("%s, %v", out, err)
	}
}

func TestABarIsDrawnOnATerminalAlone(t *testing.T) {
	var out bytes.Buffer
	root := newRoot()
	root.SetErr(&out)
	bar := newProgress(root, "games", unknown)
	for range 100 {
		bar.add(1)
		bar.clear()
	}
	bar.finish()
	if out.Len() != 0 {
		t.Errorf("%q stands where nobody watches", out.String())
	}
}

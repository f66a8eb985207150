package auth_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/janggid/janggid/api/auth"
)

func TestParseKey(t *testing.T) {
	key := bytes.Repeat([]byte{0xfb, 0xff, 0x01, 0x80}, 9) // has both signs that differ between the alphabets
	for name, text := range map[string]string{
		"hex":                hex.EncodeToString(key),
		"hex in capitals":    strings.ToUpper(hex.EncodeToString(key)),
		"base64":             base64.StdEncoding.EncodeToString(key),
		"base64, no padding": base64.RawStdEncoding.EncodeToString(key),
		"base64url":          base64.URLEncoding.EncodeToString(key),
		"space around":       "\n " + hex.EncodeToString(key) + "\r\n",
	} {
		if got, err := auth.ParseKey(text); err != nil || !bytes.Equal(got, key) {
			t.Errorf("%s: %x, %v", name, got, err)
		}
	}
	for name, text := range map[string]string{
		"nothing":      "",
		"a password":   "correct horse battery staple, correct horse battery staple",
		"short hex":    strings.Repeat("ab", 31),
		"short base64": base64.StdEncoding.EncodeToString(key[:31]),
		"spare bits":   strings.Repeat("A", 42) + "B", // 32 bytes and two bits that are not 0
	} {
		got, err := auth.ParseKey(text)
		if err == nil {
			t.Errorf("%s is read as %x", name, got)
		} else if text != "" && strings.Contains(err.Error(), text) {
			t.Errorf("%s: the error repeats the key: %v", name, err)
		}
	}
}

func TestAKeyFileIsMadeOnceAndKept(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "token.key")
	first, err := auth.LoadOrCreateKey(path)
	if err != nil || len(first) != 32 {
		t.Fatalf("%x, %v", first, err)
	}
	again, err := auth.LoadOrCreateKey(path)
	if err != nil || !bytes.Equal(again, first) {
		t.Errorf("the second time: %x, %v; want %x", again, err, first)
	}
	if info := must(os.Stat(path)); info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v", info.Mode())
	}
	if text := string(must(os.ReadFile(path))); text != hex.EncodeToString(first)+"\n" {
		t.Errorf("it holds %q", text)
	}
	if entries := must(os.ReadDir(dir)); len(entries) != 1 {
		t.Errorf("the folder holds %v", entries)
	}
}

func TestProcessesThatCreateAKeyAtOnceAgree(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token.key")
	keys := make([][]byte, 16)
	var all sync.WaitGroup
	for i := range keys {
		all.Go(func() {
			var err error
			if keys[i], err = auth.LoadOrCreateKey(path); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, key := range keys {
		if !bytes.Equal(key, keys[0]) {
			t.Fatalf("%x and %x", key, keys[0])
		}
	}
}

func TestAKeyFileThatHoldsNoKeyIsRefusedAndKept(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "short": "abcd\n", "words": "this is not a key, but it is long enough to be one\n", "half": strings.Repeat("ab", 16),
	} {
		path := filepath.Join(t.TempDir(), "token.key")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := auth.LoadOrCreateKey(path)
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		if got := string(must(os.ReadFile(path))); got != text {
			t.Errorf("%s: the file now holds %q", name, got)
		}
	}
}

func TestAKeyFileNeedsItsFolder(t *testing.T) {
	if _, err := auth.LoadOrCreateKey(filepath.Join(t.TempDir(), "none", "token.key")); err == nil {
		t.Error("a folder was made up")
	}
}

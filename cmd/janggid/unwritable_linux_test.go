package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const nobody = 65534

// asNobody gives a folder to a user without privileges, and has the process
// act as that user until the test ends: modes of files do not bind root.
func asNobody(t *testing.T, folder string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return // the files are the user's own, and modes bind
	}
	if err := os.Chmod(filepath.Dir(folder), 0o755); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(path, nobody, nobody)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setresuid(-1, nobody, -1); err != nil {
		t.Skip("this root may not act as another user:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Setresuid(-1, 0, -1); err != nil {
			t.Fatal(err)
		}
	})
}

func TestADataFolderThatCannotBeWrittenToIsRefused(t *testing.T) {
	for name, modes := range map[string]map[string]fs.FileMode{
		"folder":           {".": 0o555},
		"events.db":        {"events.db": 0o444},
		"its lock":         {"events.db-lock": 0o444},
		"its head":         {"events.db-head": 0o444},
		"readmodel.db":     {"readmodel.db": 0o444},
		"the model's lock": {"readmodel.db-lock": 0o444},
		"everything":       {".": 0o555, "events.db": 0o444, "events.db-lock": 0o444, "events.db-head": 0o444, "readmodel.db": 0o444, "readmodel.db-lock": 0o444},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			base, stop := startServer(t, data)
			finishedGame(t, base)
			folded(t, base)
			stop()
			asNobody(t, data)
			for file, mode := range modes {
				if err := os.Chmod(filepath.Join(data, file), mode); err != nil {
					t.Fatal(err)
				}
			}
			t.Cleanup(func() { os.Chmod(data, 0o755) })
			o := serveOptions{addr: "127.0.0.1:0", data: data, limits: "off", logFormat: "text", logLevel: "error"}
			o.tokens.issuer = "janggid"
			err := serve(t.Context(), o, stopAt{t.Output(), "Store", func() { panic("it has started") }}, t.Output())
			if err == nil || !strings.Contains(err.Error(), "cannot be written to") || !strings.Contains(err.Error(), data) {
				t.Errorf("refused with %v", err)
			}
			if out, status := tool(t, "verify", "--data", data); status != exitOK {
				t.Errorf("verify: %d, %s", status, out)
			}
		})
	}
}

package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A command that cannot read its games leaves the file of the last run as it was.
func TestACommandThatFailsLeavesItsFile(t *testing.T) {
	for _, args := range [][]string{{"mates"}, {"tune", "sample"}} {
		out := filepath.Join(t.TempDir(), "out.txt")
		if err := os.WriteFile(out, []byte("of the last run"), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := newRoot()
		cmd.SetArgs(append(args, "--games", filepath.Join(t.TempDir(), "missing.gz"), "--out", out))
		cmd.SetOut(io.Discard)
		cmd.SetErr(io.Discard)
		if err := cmd.ExecuteContext(t.Context()); err == nil {
			t.Errorf("%v read games that are not there", args)
		}
		left, err := os.ReadFile(out)
		if err != nil || string(left) != "of the last run" {
			t.Errorf("%v left %q, %v", args, left, err)
		}
		if entries, err := os.ReadDir(filepath.Dir(out)); err != nil || len(entries) != 1 {
			t.Errorf("%v left the files %v, %v", args, entries, err)
		}
	}
}

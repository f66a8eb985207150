package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// A block of commands in the README, and what it says that they print.
var readmeBlock = regexp.MustCompile("(?s)```sh\n(.*?)```\n\n```text\n(.*?)```")

// The README's tour is run as a reader would run it; … stands for anything.
func TestReadmeTour(t *testing.T) {
	for _, tool := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("there is no %s here", tool)
		}
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := readmeBlock.FindAllStringSubmatch(string(readme), -1)
	if len(blocks) < 3 {
		t.Fatalf("the README has %d blocks of commands with their output", len(blocks))
	}
	base, _ := startProcess(t, t.TempDir()) // with the flags that a reader has
	var script strings.Builder
	for _, b := range blocks {
		script.WriteString(strings.Replace(b[1], "http://127.0.0.1:8080", base, 1) + "echo; echo @@\n")
	}
	out, err := exec.CommandContext(t.Context(), "bash", "-c", script.String()).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	printed := strings.Split(string(out), "@@\n")
	for i, b := range blocks {
		rest := withoutSpace(printed[i])
		for _, want := range strings.Split(withoutSpace(b[2]), "…") {
			before, after, found := strings.Cut(rest, want)
			if !found {
				t.Fatalf("%q is not in what the commands print after %q:\n%s", want, before, printed[i])
			}
			rest = after
		}
	}
}

// withoutSpace leaves out what the README breaks lines with.
func withoutSpace(s string) string { return strings.Join(strings.Fields(s), "") }

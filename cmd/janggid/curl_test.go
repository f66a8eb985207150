package main

import (
	"os/exec"
	"strings"
	"testing"
)

// The documents promise that a game can be played over the streams with curl.
func TestPlayWithCurl(t *testing.T) {
	for _, tool := range []string{"bash", "curl", "sed"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("there is no %s here", tool)
		}
	}
	base, _ := startServer(t, t.TempDir())
	script := exec.CommandContext(t.Context(), "bash", "../../docs/play-with-curl.sh", base)
	out, err := script.CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "ended by double_pass\n") || strings.Count(string(out), "event ") != 9 {
		t.Errorf("%v\n%s", err, out)
	}
}

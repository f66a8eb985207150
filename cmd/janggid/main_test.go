package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes this test binary stand in for janggid: scripts, and tests that
// kill a process, run it by that name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"janggid": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}

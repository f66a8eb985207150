package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/janggid/janggid/cmd/janggid-bench/binary"
)

// TestMain makes this test binary stand in for janggid-bench.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"janggid-bench": main})
}

// TestScripts runs scripts that find janggid on their path.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and measures a server")
	}
	program, err := binary.Build(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: func(env *testscript.Env) error {
		env.Setenv("PATH", filepath.Dir(program)+string(os.PathListSeparator)+env.Getenv("PATH"))
		env.Setenv("JANGGID", program)
		return nil
	}})
}

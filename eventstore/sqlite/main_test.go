package sqlite_test

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// Some tests need a second process that works on a file: the test's own binary,
// told by these variables what to do.
const (
	childRole = "JANGGID_SQLITE_TEST_ROLE"
	childFile = "JANGGID_SQLITE_TEST_FILE"
)

func TestMain(m *testing.M) {
	var err error
	switch role := os.Getenv(childRole); role {
	case "":
		os.Exit(m.Run())
	case "hold":
		err = holdOpen(os.Getenv(childFile))
	case "write":
		err = writeForever(os.Getenv(childFile))
	default:
		err = fmt.Errorf("no role %q", role)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// child prepares a process that plays a role on a file.
func child(t *testing.T, role, path string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), childRole+"="+role, childFile+"="+path)
	cmd.Stderr = os.Stderr
	return cmd
}

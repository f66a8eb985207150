package esdbtest

// T is the part of testing.TB that a server needs, so that it can also run
// outside a test.
type T interface {
	Helper()
	Cleanup(func())
	TempDir() string
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

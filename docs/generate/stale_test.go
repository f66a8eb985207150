package main

import "testing"

// The files are part of the project, so that nobody needs to generate them to
// build or read it.
func TestGeneratedFilesAreUpToDate(t *testing.T) {
	const root = "../.."
	files, err := Generate(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := write(root, files, true); err != nil {
		t.Error(err)
	}
}

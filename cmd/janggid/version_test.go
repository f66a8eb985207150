package main

import (
	"runtime/debug"
	"testing"
)

func TestTheCommitOfABuild(t *testing.T) {
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}
	modified := debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	tests := []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{nil, ""},
		{[]debug.BuildSetting{{Key: "GOOS", Value: "linux"}, revision, {Key: "vcs.modified", Value: "false"}}, " 0123456789ab"},
		{[]debug.BuildSetting{revision, modified}, " 0123456789ab (modified)"},
	}
	for _, tt := range tests {
		if got := commitOf(tt.settings); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

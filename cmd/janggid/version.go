package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version describes the build: release, commit and Go version.
func version() string {
	release, commit := "unreleased", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if v := info.Main.Version; v != "" && v != "(devel)" {
			release = v
		}
		commit = commitOf(info.Settings)
	}
	return fmt.Sprintf("%s%s %s %s/%s", release, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// commitOf is the commit in a build's settings, after a space; "" where the build
// does not know it.
func commitOf(settings []debug.BuildSetting) (commit string) {
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision":
			commit = " " + s.Value[:min(len(s.Value), 12)] + commit
		case s.Key == "vcs.modified" && s.Value == "true":
			commit += " (modified)"
		}
	}
	return commit
}

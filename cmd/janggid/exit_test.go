package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

func TestExitStatuses(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "none")
	tests := []struct {
		args string
		want int
	}{
		{"--help", exitOK},
		{"nonsense", exitUsage},
		{"serve --no-such-flag", exitUsage},
		{"serve unexpected", exitUsage},
		{"serve --cached-games many", exitUsage},
		{"copy --from sqlite:a.db", exitUsage}, // --to is missing
		{"replay", exitUsage},
		{"serve --limits some --data " + empty, exitUsage},
		{"serve --web some --data " + empty, exitUsage},
		{"serve --analysis some --data " + empty, exitUsage},
		{"serve --log-format xml --data " + empty, exitUsage},
		{"serve --log-level loud --data " + empty, exitUsage},
		{"verify --store oracle:x", exitUsage},
		{"export --format doc", exitUsage},
		{"rebuild --store memory:", exitUsage},
		{"copy --from memory: --to memory:", exitUsage},
		{"token --player ann --name Ann --token-key short", exitUsage},
		{"serve --signing-key short --data " + empty, exitUsage},
		{"verify --data " + empty, exitFailure},
		{"verify " + empty, exitFailure},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			if got := run(t.Context(), strings.Fields(tt.args)); got != tt.want {
				t.Errorf("exit status %d, want %d", got, tt.want)
			}
		})
	}
	t.Run("environment", func(t *testing.T) {
		t.Setenv("JANGGID_CACHED_GAMES", "many")
		if got := run(t.Context(), []string{"serve"}); got != exitUsage {
			t.Errorf("exit status %d, want %d", got, exitUsage)
		}
	})
}

func TestAnErrorKeepsItsStatusInsideOthers(t *testing.T) {
	err := fmt.Errorf("game 1: %w", withStatus(exitDamaged, errors.New("differs")))
	if got := exitStatus(err); got != exitDamaged {
		t.Errorf("status %d, want %d", got, exitDamaged)
	}
	if withStatus(exitDamaged, nil) != nil {
		t.Error("no error has become one")
	}
}

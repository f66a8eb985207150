package main

import (
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// gamesFlag names the games that a command reads.
func gamesFlag(cmd *cobra.Command, path *string) {
	cmd.Flags().StringVar(path, "games", "", "file of games: JSON, one a line, compressed by gzip")
}

// writeFile writes a file whole or, after an error, not at all: what was there
// stays.
func writeFile(path string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if err := write(file); err != nil {
		return err
	}
	if err := file.Chmod(0o644); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

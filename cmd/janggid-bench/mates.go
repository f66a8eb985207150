package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/cmd/janggid-bench/mates"
)

func newMates() *cobra.Command {
	var games, out string
	var each int
	cmd := &cobra.Command{
		Use:   "mates",
		Short: "Collect positions with a forced mate from games",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			file, err := os.Create(out)
			if err != nil {
				return err
			}
			defer file.Close()
			if err := mates.Collect(cmd.Context(), games, each, file); err != nil {
				return err
			}
			return file.Close()
		},
	}
	cmd.Flags().StringVar(&games, "games", "", "file of games: JSON, one a line, compressed by gzip")
	cmd.Flags().IntVar(&each, "each", 120, "positions of each length")
	cmd.Flags().StringVar(&out, "out", "domain/engine/testdata/mates.txt", "file to write")
	return cmd
}

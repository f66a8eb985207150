package main

import (
	"io"

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
			return writeFile(out, func(w io.Writer) error {
				return mates.Collect(cmd.Context(), games, each, w)
			})
		},
	}
	gamesFlag(cmd, &games)
	cmd.Flags().IntVar(&each, "each", 120, "positions of each length")
	cmd.Flags().StringVar(&out, "out", "domain/engine/testdata/mates.txt", "file to write")
	return cmd
}

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/cmd/janggid-bench/tune"
)

func newTune() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Fit the weights of the engine's evaluation to games",
	}
	cmd.AddCommand(newTuneSample(), newTuneFit())
	return cmd
}

func newTuneSample() *cobra.Command {
	var s tune.Sample
	var out string
	cmd := &cobra.Command{
		Use:   "sample",
		Short: "Take quiet positions from games, and score them by a search",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeFile(out, func(file io.Writer) error {
				w := bufio.NewWriter(file)
				if err := s.Write(cmd.Context(), w); err != nil {
					return err
				}
				return w.Flush()
			})
		},
	}
	gamesFlag(cmd, &s.Games)
	f := cmd.Flags()
	f.IntVar(&s.Every, "every", 8, "take one position of so many")
	f.Int64Var(&s.Nodes, "nodes", 0, "nodes of the search that scores a position; 0 for no score")
	f.IntVar(&s.Concurrent, "concurrent", runtime.NumCPU(), "searches at a time")
	f.Uint64Var(&s.Seed, "seed", 1, "of the choice of positions")
	f.StringVar(&out, "out", "positions.txt", "file to write the positions to")
	return cmd
}

func newTuneFit() *cobra.Command {
	var f tune.Fit
	var in, out string
	cmd := &cobra.Command{
		Use:   "fit",
		Short: "Fit the weights to sampled positions, and write them as Go source",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			file, err := os.Open(in)
			if err != nil {
				return err
			}
			defer file.Close()
			positions, err := tune.ReadPositions(file)
			if err != nil {
				return err
			}
			f.Out = cmd.OutOrStdout()
			fmt.Fprintln(f.Out, len(positions), "positions")
			source, err := tune.Source(f.Run(positions))
			if err != nil {
				return err
			}
			return os.WriteFile(out, source, 0o644)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&in, "positions", "positions.txt", "file of positions that sample wrote")
	flags.StringVar(&out, "out", "domain/engine/weights.go", "file to write the weights to")
	flags.IntVar(&f.Epochs, "epochs", 40, "passes over the positions")
	flags.Float64Var(&f.Rate, "rate", 1, "of learning, in hundredths of a soldier a step")
	flags.Float64Var(&f.Blend, "blend", 0.5, "share of the search's score in what is fitted; the rest is the game's result")
	flags.Float64Var(&f.Scale, "scale", 250, "score at which the chances are 73 to 27, in hundredths of a soldier")
	flags.Float64Var(&f.Pull, "pull", 1e-8, "towards the present weights")
	flags.Uint64Var(&f.Seed, "seed", 1, "of the order of positions")
	return cmd
}

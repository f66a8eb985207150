package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/cmd/janggid-bench/benchmark"
	"github.com/janggid/janggid/cmd/janggid-bench/binary"
)

// newFrames measures how soon streams have what was acknowledged.
func newFrames() *cobra.Command {
	o := benchmark.Options{}
	var rate float64
	cmd := &cobra.Command{
		Use:   "frames",
		Short: "Measure the time from a move's acknowledgement to its frame",
		Long: `Play moves at a steady rate in games that each have a spectator's stream, and
measure how long after the acknowledgement of each move its frame arrives. The
figures are medians of the rounds' quantiles; a frame that arrives before the
acknowledgement counts as 0.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return inScratch(func(folder string) (err error) {
				if o.Server == "" {
					if o.Server, err = binary.Build(cmd.Context(), folder); err != nil {
						return err
					}
				}
				rows, err := benchmark.Frames(cmd.Context(), folder, o, rate)
				if err != nil {
					return err
				}
				return benchmark.Print(cmd.OutOrStdout(), rows)
			})
		},
	}
	f := cmd.Flags()
	f.Float64Var(&rate, "rate", 4000, "moves a second")
	f.IntVar(&o.Rounds, "rounds", 5, "rounds")
	f.DurationVar(&o.Round, "round", 5*time.Second, "length of a round")
	f.IntVar(&o.Games, "games", 64, "games in play at once")
	f.StringVar(&o.Server, "server", "", "the janggid binary to measure (default: built from the module in this folder)")
	return cmd
}

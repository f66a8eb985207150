package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/cmd/janggid/benchmark"
)

func newBench() *cobra.Command {
	o := benchmark.Options{}
	var quick bool
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure this machine against the budgets",
		Long: `Measure the rules, the embedded store, the server over HTTP and what is made of
a history, and compare with the budgets of docs/performance.md. The server runs
as a process of its own on a data folder that is deleted afterwards. What counts
are the ratios; a machine that does other things meanwhile makes even these
uncertain. With --quick a run takes seconds and says only that all of it works.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if quick {
				o = benchmark.Options{Rounds: 1, Round: 300 * time.Millisecond, Events: 5_000}
			}
			return bench(cmd, o)
		},
	}
	cmd.Flags().BoolVar(&quick, "quick", false, "a short run, whatever the other flags say")
	cmd.Flags().IntVar(&o.Rounds, "rounds", 5, "rounds of every load that is compared with another")
	cmd.Flags().DurationVar(&o.Round, "round", 3*time.Second, "length of a round")
	cmd.Flags().IntVar(&o.Events, "events", 1_000_000, "events in the history that read models are built from")
	cmd.AddCommand(newBare())
	return cmd
}

func bench(cmd *cobra.Command, o benchmark.Options) (err error) {
	folder, err := os.MkdirTemp("", "janggid-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	for _, part := range []struct {
		title   string
		measure func(ctx context.Context, folder string, o benchmark.Options) ([]benchmark.Row, error)
	}{
		{"Rules, one core", benchmark.Rules},
		{"Embedded store", benchmark.Store},
		{"HTTP", benchmark.Web},
		{"History", benchmark.History},
	} {
		fmt.Fprintf(cmd.OutOrStdout(), "\n%s\n", part.title)
		rows, err := part.measure(cmd.Context(), folder, o)
		if err != nil {
			return fmt.Errorf("%s: %w", part.title, err)
		}
		if err := benchmark.Print(cmd.OutOrStdout(), rows); err != nil {
			return err
		}
	}
	return nil
}

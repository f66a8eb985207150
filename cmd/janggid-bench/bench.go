package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/janggid/janggid/cmd/janggid-bench/benchmark"
	"github.com/janggid/janggid/cmd/janggid-bench/binary"
)

// measureBudgets makes a command measure this machine against the budgets.
func measureBudgets(cmd *cobra.Command) {
	o := benchmark.Options{}
	var quick bool
	var only []string
	cmd.Long = `Measure the rules, the embedded store, the server over HTTP and what is made of
a history, and compare with the budgets of docs/performance.md. The server runs
as a process of its own on a data folder that is deleted afterwards. What counts
are the ratios; a machine that does other things meanwhile makes even these
uncertain. With --quick a run takes seconds and says only that all of it works.
The parts are rules, store, http and history, which measures what http leaves.
With --peer the part http compares the moves with those of another server, which
takes --addr and --data as janggid serve does.`
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		uuid.EnableRandPool() // as janggid does: every event has an id
		if quick {
			o = benchmark.Options{Rounds: 1, Round: 300 * time.Millisecond, Events: 5_000, Games: 64, Server: o.Server, Peer: o.Peer}
		}
		parts, err := benchParts(only)
		if err != nil {
			return err
		}
		if o.Peer != "" && !slices.ContainsFunc(parts, func(p benchPart) bool { return p.name == "http" }) {
			return errors.New("--peer: the part http is not among those of --only")
		}
		return bench(cmd, o, parts)
	}
	cmd.Flags().BoolVar(&quick, "quick", false, "a short run, whatever the other flags say")
	cmd.Flags().StringSliceVar(&only, "only", nil, "the parts to measure (default all)")
	cmd.Flags().IntVar(&o.Rounds, "rounds", 5, "rounds of every load that is compared with another")
	cmd.Flags().DurationVar(&o.Round, "round", 5*time.Second, "length of a round")
	cmd.Flags().IntVar(&o.Events, "events", 1_000_000, "events in the history that read models are built from")
	cmd.Flags().IntVar(&o.Games, "games", 64, "games in play at once over HTTP")
	cmd.Flags().StringVar(&o.Peer, "peer", "", "the command of a server to compare moves with, split at blanks (see .ci/node-bench)")
	cmd.Flags().StringVar(&o.Server, "server", "", "the janggid binary to measure (default: built from the module in this folder)")
}

type benchPart struct {
	name, title string
	measure     func(ctx context.Context, folder string, o benchmark.Options) ([]benchmark.Row, error)
	needs       string // the part whose data it measures
	server      bool   // it starts servers
}

// benchParts are the named parts and those that they need, in the order in which
// they are measured; all of them where none is named.
func benchParts(names []string) ([]benchPart, error) {
	all := []benchPart{
		{name: "rules", title: "Rules, one core", measure: benchmark.Rules},
		{name: "store", title: "Embedded store", measure: benchmark.Store},
		{name: "http", title: "HTTP", measure: benchmark.Web, server: true},
		{name: "history", title: "History", measure: benchmark.History, needs: "http", server: true},
	}
	if len(names) == 0 {
		return all, nil
	}
	wanted := map[string]bool{}
	for _, name := range names {
		i := slices.IndexFunc(all, func(p benchPart) bool { return p.name == name })
		if i < 0 {
			return nil, fmt.Errorf("--only: no part is named %q; there are rules, store, http and history", name)
		}
		wanted[name] = true
		if needed := all[i].needs; needed != "" {
			wanted[needed] = true
		}
	}
	return slices.DeleteFunc(all, func(p benchPart) bool { return !wanted[p.name] }), nil
}

func bench(cmd *cobra.Command, o benchmark.Options, parts []benchPart) error {
	return inScratch(func(folder string) (err error) {
		if o.Server == "" && slices.ContainsFunc(parts, func(p benchPart) bool { return p.server }) {
			if o.Server, err = binary.Build(cmd.Context(), folder); err != nil {
				return err
			}
		}
		return measureParts(cmd, folder, o, parts)
	})
}

// inScratch lends a folder that is deleted afterwards.
func inScratch(use func(folder string) error) error {
	folder, err := os.MkdirTemp("", "janggid-bench-")
	if err != nil {
		return err
	}
	return errors.Join(use(folder), os.RemoveAll(folder))
}

func measureParts(cmd *cobra.Command, folder string, o benchmark.Options, parts []benchPart) error {
	for _, part := range parts {
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

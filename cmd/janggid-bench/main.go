// Command janggid-bench measures janggid against its budgets, attacks it and lets
// its engine play. It is no part of what is shipped.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := newRoot().ExecuteContext(ctx)
	if err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "janggid-bench:", err)
	}
	if err != nil {
		os.Exit(1)
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:               "janggid-bench",
		Short:             "Measure janggid on this machine",
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	measureBudgets(root)
	root.AddCommand(newBare(), newFrames(), newAttack(), newAttacker(), newMatch(), newTune(), newMates(), newSpeed())
	return root
}

// Command janggid is a game server for Janggi (장기, Korean chess), and the
// tools around it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/google/uuid"

	"github.com/janggid/janggid/eventstore/sqlite"
)

func main() {
	uuid.EnableRandPool() // every event and every request has an id
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:]))
}

// run is the whole program; its result is the exit status. Failures are
// reported on standard error.
func run(ctx context.Context, args []string) int {
	root := newRoot()
	root.SetArgs(args)
	usage := markUsageErrors(root)
	err := usage(root.ExecuteContext(ctx))
	if err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "janggid:", err)
		if errors.Is(err, sqlite.ErrDamaged) {
			fmt.Fprintln(os.Stderr, "janggid verify lists what is damaged and what is whole")
		}
	}
	return exitStatus(err)
}

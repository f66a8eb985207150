package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/eventstore/sqlite"
)

// Exit statuses, as docs/operations.md lists them.
const (
	exitOK      = 0
	exitFailure = 1 // could not be done: a server is away, a file cannot be read, a game is unknown
	exitUsage   = 2 // the command line or an environment variable is wrong
	exitDamaged = 3 // verify found a difference, or a store is damaged or incomplete
	exitLeftOut = 4 // done but for streams that other tools deleted or cut, or that cannot be read; they are named
)

// statusError is an error that ends the program with a status of its own.
type statusError struct {
	error
	status int
}

func (e statusError) Unwrap() error { return e.error }

// wrongUsage marks an error in the value of a flag or an argument.
func wrongUsage(err error) error { return withStatus(exitUsage, err) }

// withStatus gives an error the status that it ends the program with; nil
// stays nil.
func withStatus(status int, err error) error {
	if err == nil {
		return nil
	}
	return statusError{err, status}
}

// leftOut is how a tool ends that went through everything but for some things; nil
// for none.
func leftOut(n int, things string) error {
	if n == 0 {
		return nil
	}
	return withStatus(exitLeftOut, fmt.Errorf("%d %s were left out", n, things))
}

// exitStatus is the status that an error ends the program with.
func exitStatus(err error) int {
	if err == nil {
		return exitOK
	}
	if e, ok := errors.AsType[statusError](err); ok {
		return e.status
	}
	if errors.Is(err, sqlite.ErrDamaged) || errors.Is(err, sqlite.ErrIncomplete) {
		return exitDamaged
	}
	return exitFailure
}

// markUsageErrors gives exitUsage to what Cobra refuses before a command runs:
// unknown commands and flags, missing arguments, malformed values.
func markUsageErrors(root *cobra.Command) (mark func(error) error) {
	running := false
	for _, c := range root.Commands() {
		run := c.RunE
		c.RunE = func(cmd *cobra.Command, args []string) error {
			running = true
			return run(cmd, args)
		}
	}
	return func(err error) error {
		if running {
			return err
		}
		return wrongUsage(err)
	}
}

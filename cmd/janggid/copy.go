package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/eventstore"
)

func newCopy() *cobra.Command {
	var from, to storeAt
	cmd := &cobra.Command{
		Use:   "copy",
		Short: "Copy all events from one store to another",
		Long: `Copy all events from one store to another, in their order, each with its id, time
and metadata. A copy that was interrupted goes on when it is started again; what
is there already is compared, and a destination that holds anything else is
refused. Streams that were deleted or cut with other tools are left out whole and
named, and the exit status is 4; what the destination has of them stays. The server of the source may be running, and another copy then brings
what it has stored meanwhile; nobody else may write to the destination.

Move the key too: give the servers of the destination what is in token.key of the
data folder as --token-key. Tokens, room codes and retried creations follow from it.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return copyStore(cmd, from, to) },
	}
	cmd.Flags().StringVar(&from.url, "from", "", "the store to copy: sqlite:FILE, esdb://… or esdb+discover://…")
	cmd.Flags().StringVar(&to.url, "to", "", "the store to copy to, empty or with a part of the copy: sqlite:FILE, esdb://… or esdb+discover://…")
	cobra.CheckErr(cmd.MarkFlagRequired("from"))
	cobra.CheckErr(cmd.MarkFlagRequired("to"))
	return cmd
}

func copyStore(cmd *cobra.Command, from, to storeAt) (err error) {
	ctx := cmd.Context()
	if from.inMemory() || to.inMemory() {
		return wrongUsage(errors.New("a store in memory ends with its process: there is nothing to copy from or to"))
	}
	source, err := from.openToRead(ctx, toolLogger(cmd))
	if err != nil {
		return fmt.Errorf("--from %s: %w", from, err)
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	destination, err := to.open(ctx, toolLogger(cmd))
	if err != nil {
		return fmt.Errorf("--to %s: %w", to, err)
	}
	defer func() { err = errors.Join(err, destination.Close()) }()

	head, err := source.Head(ctx)
	if err != nil && ctx.Err() == nil { // an interrupted copy says below how to go on
		return fmt.Errorf("--from %s: %w", from, err)
	}
	total := int64(head)
	if from.shared() {
		total = unknown // positions of a cluster count bytes
	}
	bar := newProgress(cmd, "events", unknown)
	var done eventstore.Copied
	err = eventstore.Copy(ctx, source, destination, journal.IsOwnStream, func(c eventstore.Copied) {
		done = c
		bar.at(int64(c.Events), total)
	})
	bar.finish()
	switch {
	case ctx.Err() != nil:
		fmt.Fprintf(cmd.ErrOrStderr(), "%d events are copied; start it again to go on\n", done.Events)
		return err
	case err != nil:
		return fmt.Errorf("after %d events: %w", done.Events, err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s holds all %d events of %s, %d of them from before\n", to, done.Events, from, done.Found)
	for _, g := range done.Gone {
		fmt.Fprintf(cmd.OutOrStdout(), "left out: %s: %v%s\n", g.Stream, g.Reason, kept(g.Found))
	}
	return leftOut(len(done.Gone), "streams")
}

// kept says what the destination has of a stream that the source has no more.
func kept(events uint64) string {
	if events == 0 {
		return ""
	}
	return fmt.Sprintf("; %d events from an earlier copy stay", events)
}

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/janggid/janggid/domain/journal"
	"github.com/janggid/janggid/projections"
)

func newRebuild() *cobra.Command {
	var at storeAt
	cmd := &cobra.Command{
		Use:   "rebuild",
		Short: "Build the read models anew from the events",
		Long: `Build the read models of a data folder anew from the events. The server must
not be running. Nothing is lost by it: the read models hold nothing that is not
in the events.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if at.inMemory() {
				return wrongUsage(errors.New("a store in memory has no read models to build anew"))
			}
			store, err := at.openToRead(cmd.Context(), toolLogger(cmd))
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, store.Close()) }()
			if err := at.checkNotEmptied(cmd.Context(), store); err != nil {
				return err
			}
			if err := at.makeDataFolder(); err != nil {
				return err
			}
			bar := newProgress(cmd, "events", unknown)
			j := journal.New(store, journal.Options{})
			var folded uint64
			err = projections.Rebuild(cmd.Context(), at.readModel(), j, store, projections.Options{}, func(r projections.Rebuilt) {
				folded = r.Events
				bar.at(int64(r.Position), int64(r.Head))
			})
			bar.finish()
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s holds what %d events tell\n", at.readModel(), folded)
			return nil
		},
	}
	at.register(cmd)
	return cmd
}

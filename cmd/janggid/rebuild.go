package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/schollz/progressbar/v3"
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
				return errors.New("a store in memory has no read models to build anew")
			}
			store, err := at.openToRead(cmd.Context(), toolLogger(cmd))
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, store.Close()) }()
			bar := newBar(cmd, "events")
			j := journal.New(store, journal.Options{})
			var folded uint64
			err = projections.Rebuild(cmd.Context(), at.readModel(), j, store, projections.Options{}, func(r projections.Rebuilt) {
				folded = r.Events
				bar.Set64(int64(r.Events))
			})
			bar.Finish()
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

// newBar is a progress bar on standard error for a number of things that is not
// known beforehand.
func newBar(cmd *cobra.Command, things string) *progressbar.ProgressBar {
	return progressbar.NewOptions(-1,
		progressbar.OptionSetWriter(cmd.ErrOrStderr()),
		progressbar.OptionSetVisibility(isTerminal(cmd.ErrOrStderr())),
		progressbar.OptionSetDescription(things),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionClearOnFinish(),
		// Without this the bar also draws by itself, from a goroutine that looks
		// at it without a lock.
		progressbar.OptionSetSpinnerChangeInterval(0),
	)
}

// isTerminal tells whether somebody may watch what is written; a file or a pipe
// would keep every stroke of a bar.
func isTerminal(out io.Writer) bool {
	file, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// toolLogger tells what goes wrong beside what a tool prints.
func toolLogger(cmd *cobra.Command) *slog.Logger {
	return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// register adds the flags that say where the store is.
func (at *storeAt) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&at.data, "data", defaultDataDir, "data folder of the server")
	cmd.Flags().StringVar(&at.url, "store", "", storeHelp)
}

package main

import (
	"io"
	"log/slog"
	"os"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
)

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

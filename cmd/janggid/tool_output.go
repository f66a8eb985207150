package main

import (
	"io"
	"log/slog"
	"os"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
)

// unknown is the total of a progress that nobody knows beforehand.
const unknown = -1

// progress tells on standard error how far a tool has come, where somebody may
// watch it.
type progress struct {
	bar *progressbar.ProgressBar
}

// newProgress begins to tell how many of some things are done, of a total that
// may be unknown. Other totals than that may turn out later.
func newProgress(cmd *cobra.Command, things string, total int64) progress {
	return progress{progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(cmd.ErrOrStderr()),
		progressbar.OptionSetVisibility(isTerminal(cmd.ErrOrStderr())),
		progressbar.OptionSetDescription(things),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionClearOnFinish(),
		// Without this the bar also draws by itself, from a goroutine that looks
		// at it without a lock.
		progressbar.OptionSetSpinnerChangeInterval(0),
	)}
}

// add tells that n more are done. What goes wrong in drawing is nobody's concern.
func (p progress) add(n int) { _ = p.bar.Add(n) }

// at sets the progress, of a total; unknown leaves the total unchanged.
func (p progress) at(done, total int64) {
	if total > 0 && total != p.bar.GetMax64() {
		p.bar.ChangeMax64(total)
	}
	_ = p.bar.Set64(done)
}

// clear makes room for a line of output, before more is drawn.
func (p progress) clear() { _ = p.bar.Clear() }

func (p progress) finish() { _ = p.bar.Finish() }

// isTerminal reports whether somebody may watch what is written; a file or a pipe
// would keep every stroke of a bar.
func isTerminal(out io.Writer) bool {
	file, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// toolLogger returns the logger for problems beside a tool's output.
func toolLogger(cmd *cobra.Command) *slog.Logger {
	return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}
